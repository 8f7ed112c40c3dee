import { DomainError } from "./errors";

const TRIES_MAX = 3;

/**
 * Makes a write that succeeds only when nobody else wrote in the meantime; when somebody did, it begins again, three times
 * in all.
 * @param attempt loads, decides and writes; null: somebody else was first
 * @param detail what to do when every race was lost
 * @throws DomainError `too-much-contention`; what `attempt` throws
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
