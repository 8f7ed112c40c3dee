import { DomainError } from "./errors";

const TRIES_MAX = 3;

/**
 * Runs a write that succeeds only if nothing else was written in the meantime; otherwise retries it, up to three
 * attempts.
 * @param attempt loads, decides and writes; returns null if another call was first
 * @param detail what to do if every race is lost
 * @throws DomainError `too-much-contention`; any error from `attempt`
 */
export async function retryLostRace<Result>(
  attempt: () => Promise<Result | null>,
  detail: string,
): Promise<Result> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new DomainError("too-much-contention", detail);
}
