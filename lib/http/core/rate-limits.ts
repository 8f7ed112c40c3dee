import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "@/lib/kernel/rules/errors";

/** How many calls a minute are answered; 0 is without limit. */
export interface RateLimitSettings {
  readonly perKeyPerMinute: number;
  readonly perAddressPerMinute: number;
}

/** Counts calls in this process alone and refuses those above a limit, with `rate-limited` (decision 0017). */
export interface RateLimits {
  /** Counts a call of a `ClientAddress.key`, before its API key is looked at: wrong ones count as well. */
  countAddress(addressKey: string): Promise<void>;
  /** Counts a call of a key that was found valid. */
  countKey(keyId: string): Promise<void>;
}

const WINDOW_SECONDS = 60;

/** Makes counters that are empty; a window of a minute begins with the first call in it. */
export function createRateLimits(settings: RateLimitSettings): RateLimits {
  return {
    countKey: counter(settings.perKeyPerMinute, "this API key"),
    countAddress: counter(settings.perAddressPerMinute, "your address"),
  };
}

function counter(callsMax: number, whose: string): (name: string) => Promise<void> {
  if (callsMax === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: callsMax, duration: WINDOW_SECONDS });
  return async (name) => {
    try {
      await limiter.consume(name);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new DomainError(
        "rate-limited",
        `More than ${callsMax} calls per minute came from ${whose}. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    }
  };
}
