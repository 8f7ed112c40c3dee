import type { Clock } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";

/** The number of calls per minute that are allowed; 0 means no limit. */
export interface RateLimitSettings {
  readonly perKeyPerMinute: number;
  readonly perAddressPerMinute: number;
}

/** The state of one client's limit after a call, for the headers `RateLimit` and `RateLimit-Policy`. */
export interface RateLimitStatus {
  readonly policy: "address" | "key";
  readonly callsMax: number;
  readonly windowSeconds: number;
  /** 0 if the call was the last one allowed or exceeded the limit. */
  readonly callsLeft: number;
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

/**
 * Counts calls in this process only, in bounded memory. The functions return null if there is no limit (decisions 0017,
 * 0039).
 */
export interface RateLimits {
  /**
   * Counts a call from a `ClientAddress.key` before its API key is checked, so that calls with wrong keys count too. The
   * API and the cockpit are counted separately. Sign-ins are not counted here, because they have separate limits.
   * @param addressKey null if unknown; such calls count as one client at the API and are not counted at the cockpit
   */
  countAddress(addressKey: string | null, pathname: string): RateLimitStatus | null;
  /** Counts a call with a valid key. */
  countKey(keyId: string): RateLimitStatus | null;
  /** Returns the number of keys and addresses that are stored. */
  size(): number;
}

const WINDOW_SECONDS = 60;

/** The capacity of each counter. When a counter is full, a new entry replaces the one whose window started first. */
export const RATE_LIMIT_NAMES_MAX = 100_000;

/** Creates empty counters. A window of one minute starts with its first call. */
export function createRateLimits(settings: RateLimitSettings, clock: Clock): RateLimits {
  const key = createCounter("key", settings.perKeyPerMinute, clock);
  const api = createCounter("address", settings.perAddressPerMinute, clock);
  const cockpit = createCounter("address", settings.perAddressPerMinute, clock);
  return {
    countKey: key.count,
    countAddress: (addressKey, pathname) => {
      if (pathname.startsWith("/api/auth/")) return null;
      if (!pathname.startsWith("/api/cockpit/")) return api.count(addressKey ?? "unknown");
      return addressKey === null ? null : cockpit.count(addressKey);
    },
    size: () => key.size() + api.size() + cockpit.size(),
  };
}

/** @throws DomainError `rate-limited` if the call exceeds the limit */
export function assertWithinLimit(status: RateLimitStatus | null): void {
  if (!status?.isExceeded) return;
  const { policy, callsMax, resetSeconds } = status;
  const whose = policy === "key" ? "this API key" : "your address";
  throw new DomainError(
    "rate-limited",
    `More than ${callsMax} calls per minute came from ${whose}. Try again in ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  );
}

/** Returns the headers defined in draft-ietf-httpapi-ratelimit-headers-10, or no headers if there is no limit. */
export function rateLimitHeaders(statuses: readonly RateLimitStatus[]): Record<string, string> {
  if (statuses.length === 0) return {};
  const list = (item: (status: RateLimitStatus) => string) => statuses.map(item).join(", ");
  return {
    "ratelimit-policy": list(
      (each) => `"${each.policy}";q=${each.callsMax};w=${each.windowSeconds}`,
    ),
    ratelimit: list((each) => `"${each.policy}";r=${each.callsLeft};t=${each.resetSeconds}`),
  };
}

function createCounter(policy: RateLimitStatus["policy"], callsMax: number, clock: Clock) {
  const windows = createWindowCounter(
    { windowMs: WINDOW_SECONDS * 1000, namesMax: RATE_LIMIT_NAMES_MAX },
    clock,
  );
  return {
    size: windows.size,
    count: (name: string): RateLimitStatus | null => {
      if (callsMax === 0) return null;
      const { calls, restMs } = windows.count(name);
      return {
        policy,
        callsMax,
        windowSeconds: WINDOW_SECONDS,
        callsLeft: Math.max(0, callsMax - calls),
        resetSeconds: Math.max(1, Math.ceil(restMs / 1000)),
        isExceeded: calls > callsMax,
      };
    },
  };
}

/**
 * The number of calls with one name in the current window, including the latest call, and the time until the next window
 * can begin.
 */
interface WindowCount {
  readonly calls: number;
  readonly restMs: number;
}

/** Counts calls by name in windows of equal length. Each window begins with its first call. */
interface WindowCounter {
  count(name: string): WindowCount;
  /** Returns the number of names that are stored, including names whose windows have ended. */
  size(): number;
}

interface Window {
  calls: number;
  readonly startMs: number;
}

/**
 * Creates a counter that stores at most `namesMax` names. It uses no timers, because a timer would keep the request that
 * started it in memory. If the counter is full, a new name replaces the oldest window, and the name of that window would
 * start again from zero.
 */
export function createWindowCounter(
  { windowMs, namesMax }: { readonly windowMs: number; readonly namesMax: number },
  clock: Clock,
): WindowCounter {
  // A map keeps the insertion order and all windows have the same length, so the first window is always the next to end.
  const windows = new Map<string, Window>();
  // The iterator is kept, because each new iterator would begin by skipping every entry that was ever removed.
  let order = windows.entries();
  let first: readonly [string, Window] | undefined;
  const restOf = ({ startMs }: Window, nowMs: number) =>
    // If the clock is set back, the window ends, because it would otherwise last longer.
    nowMs < startMs ? 0 : startMs + windowMs - nowMs;

  function findFirst(): readonly [string, Window] | undefined {
    while (windows.size > 0 && (!first || windows.get(first[0]) !== first[1])) {
      const next = order.next();
      // An iterator that has ended stays at its end, even if entries are added.
      if (next.done) order = windows.entries();
      else first = next.value;
    }
    return windows.size > 0 ? first : undefined;
  }

  function makeRoom(nowMs: number): void {
    for (let oldest = findFirst(); oldest; oldest = findFirst()) {
      const [name, window] = oldest;
      if (windows.size < namesMax && restOf(window, nowMs) > 0) return;
      windows.delete(name);
    }
  }

  return {
    size: () => windows.size,
    count: (name) => {
      const nowMs = clock.now().getTime();
      const known = windows.get(name);
      if (known && restOf(known, nowMs) > 0) {
        known.calls += 1;
        return { calls: known.calls, restMs: restOf(known, nowMs) };
      }
      windows.delete(name);
      makeRoom(nowMs);
      windows.set(name, { calls: 1, startMs: nowMs });
      return { calls: 1, restMs: windowMs };
    },
  };
}
