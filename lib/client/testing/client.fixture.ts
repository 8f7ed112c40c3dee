import type { Pause } from "../retrying";
import { createStagedoorClient, type StagedoorClient } from "../stagedoor-client";
import { FakeExternalApi } from "./in-memory-external-api";

/** A client beside a fake API, on a clock on which nothing passes but the pauses. */
export interface ClientUnderTest {
  readonly api: FakeExternalApi;
  readonly client: StagedoorClient;
  /** Those so far. */
  readonly pauses: readonly Pause[];
}

/** Each test has its own. */
export function clientUnderTest(
  onPause: (pause: Pause) => void = () => undefined,
): ClientUnderTest {
  const api = new FakeExternalApi();
  const pauses: Pause[] = [];
  let nowMs = 0;
  const client = createStagedoorClient({
    url: api.url,
    apiKey: "key",
    fetch: api.fetch,
    onPause: (pause) => {
      pauses.push(pause);
      onPause(pause);
    },
    clock: {
      nowMs: () => nowMs,
      sleep: async (durationMs, signal) => {
        signal?.throwIfAborted();
        nowMs += durationMs;
      },
    },
  });
  return { api, client, pauses };
}
