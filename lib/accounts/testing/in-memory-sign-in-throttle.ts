import type { Clock } from "@/lib/kernel/ports/system";
import type { SignInSource, SignInThrottle } from "../ports/users";
import { SIGN_IN_LIMITS, type SignInLimit } from "../rules/sign-in-limits";

/** Makes a throttle that has counted nothing yet, kept to the same contract as PostgreSQL. */
export function createInMemorySignInThrottle(clock: Clock): SignInThrottle {
  const accountFromAddress = createCounter(clock, SIGN_IN_LIMITS.accountFromAddress);
  const address = createCounter(clock, SIGN_IN_LIMITS.address);
  const account = createCounter(clock, SIGN_IN_LIMITS.account);
  const accountWhenKnown = createCounter(clock, SIGN_IN_LIMITS.accountWhenKnown);
  const all = [accountFromAddress, address, account, accountWhenKnown];
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    countTry: async (source) =>
      source.knownAs !== null
        ? accountWhenKnown.count(keyOf(source, source.knownAs))
        : ((source.address === null ? null : address.refusedFor(source.address)) ??
          accountFromAddress.count(keyOf(source, source.address)) ??
          (source.address === null
            ? account.refusedFor(source.email)
            : (address.count(source.address) ?? account.count(source.email)))),
    forgive: async (source) => {
      if (source.knownAs !== null) return accountWhenKnown.forget(keyOf(source, source.knownAs));
      accountFromAddress.forget(keyOf(source, source.address));
      if (source.address === null) return;
      address.giveBack(source.address);
      account.giveBack(source.email);
    },
    lift: async (lifted) => {
      if ("everything" in lifted) return sum(all.map((counter) => counter.forgetWhere(() => true)));
      if ("email" in lifted) {
        const isOfAccount = (key: string) => key.split("\n")[0] === lifted.email;
        return sum(
          [accountFromAddress, account, accountWhenKnown].map((counter) =>
            counter.forgetWhere(isOfAccount),
          ),
        );
      }
      const isFromAddress = (key: string) => key.split("\n").at(-1) === lifted.address;
      return sum(
        [accountFromAddress, address].map((counter) => counter.forgetWhere(isFromAddress)),
      );
    },
  };
}

const keyOf = ({ email }: SignInSource, from: string | null) => `${email}\n${from ?? ""}`;

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
      if (entry) counts.set(key, { ...entry, tries: Math.max(0, entry.tries - 1) });
    },
    forget: (key: string) => {
      counts.delete(key);
    },
    /** Answers how many of them were refusing. */
    forgetWhere: (isMeant: (key: string) => boolean) => {
      const meant = [...counts.keys()].filter(isMeant);
      const refusing = meant.filter((key) => refusedFor(key) !== null);
      for (const key of meant) counts.delete(key);
      return refusing.length;
    },
  };
}
