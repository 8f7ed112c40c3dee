import type { Clock } from "@/lib/kernel/ports";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { LiftedThrottle, SignInSource, SignInThrottle } from "../ports";
import { SIGN_IN_LIMITS, type SignInLimit } from "../rules/session";

/** Creates a throttle with all counters at zero that meets the same contract as the PostgreSQL adapter. */
export function createInMemorySignInThrottle(
  clock: Clock,
  auditNotes: AuditNote[],
): SignInThrottle {
  const accountFromAddress = createCounter(clock, SIGN_IN_LIMITS.accountFromAddress);
  const address = createCounter(clock, SIGN_IN_LIMITS.address);
  const account = createCounter(clock, SIGN_IN_LIMITS.account);
  const accountWhenKnown = createCounter(clock, SIGN_IN_LIMITS.accountWhenKnown);
  const all = [accountFromAddress, address, account, accountWhenKnown];
  const countersOf = (lifted: LiftedThrottle) => {
    if ("everything" in lifted) return { counters: all, isMeant: () => true };
    if ("email" in lifted) {
      const isMeant = (key: string) => key.split("\n")[0] === lifted.email;
      return { counters: [accountFromAddress, account, accountWhenKnown], isMeant };
    }
    const isMeant = (key: string) => key.split("\n").at(-1) === lifted.address;
    return { counters: [accountFromAddress, address], isMeant };
  };
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
    lift: async (lifted, note) => {
      const { counters, isMeant } = countersOf(lifted);
      const removed = counters.flatMap((counter) => counter.forgetWhere(isMeant));
      if (removed.length > 0) auditNotes.push(note);
      return removed.filter((isRefusing) => isRefusing).length;
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
      // The first rejection starts a new window.
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
    /** Removes the matching counters. Returns, for each of them, whether it was rejecting attempts. */
    forgetWhere: (isMeant: (key: string) => boolean) => {
      const meant = [...counts.keys()].filter(isMeant);
      const removed = meant.map((key) => refusedFor(key) !== null);
      for (const key of meant) counts.delete(key);
      return removed;
    },
  };
}
