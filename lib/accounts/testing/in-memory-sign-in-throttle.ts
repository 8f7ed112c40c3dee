import type { Clock } from "@/lib/kernel/ports/system";
import type { SignInSource, SignInThrottle } from "../ports/users";
import { SIGN_IN_LIMITS, type SignInLimit } from "../rules/sign-in-limits";

/** Makes a throttle that has counted nothing yet, kept to the same contract as PostgreSQL. */
export function createInMemorySignInThrottle(clock: Clock): SignInThrottle {
  const accountFromAddress = createCounter(clock, SIGN_IN_LIMITS.accountFromAddress);
  const address = createCounter(clock, SIGN_IN_LIMITS.address);
  const account = createCounter(clock, SIGN_IN_LIMITS.account);
  return {
    countTry: async (source) =>
      address.refusedFor(source.address) ??
      accountFromAddress.count(pairOf(source)) ??
      address.count(source.address) ??
      account.count(source.email),
    forgive: async (source) => {
      accountFromAddress.forget(pairOf(source));
      address.giveBack(source.address);
      account.giveBack(source.email);
    },
  };
}

const pairOf = ({ email, address }: SignInSource) => `${address}\n${email}`;

function createCounter(clock: Clock, { triesMax, windowSeconds }: SignInLimit) {
  const counts = new Map<string, { tries: number; untilMs: number }>();
  const nowMs = () => clock.now().getTime();
  const untilMs = () => nowMs() + windowSeconds * 1000;
  const find = (key: string) => {
    const entry = counts.get(key);
    return entry && entry.untilMs > nowMs() ? entry : null;
  };
  const refusedFor = (key: string) => {
    const entry = find(key);
    return entry && entry.tries > triesMax ? Math.ceil((entry.untilMs - nowMs()) / 1000) : null;
  };
  return {
    refusedFor,
    count: (key: string) => {
      const entry = find(key) ?? { tries: 0, untilMs: untilMs() };
      const tries = entry.tries + 1;
      // The first refusal begins a window of its own.
      const isFirstRefusal = tries === triesMax + 1;
      counts.set(key, { tries, untilMs: isFirstRefusal ? untilMs() : entry.untilMs });
      return refusedFor(key);
    },
    giveBack: (key: string) => {
      const entry = find(key);
      if (entry) counts.set(key, { ...entry, tries: entry.tries - 1 });
    },
    forget: (key: string) => {
      counts.delete(key);
    },
  };
}
