import type { Pause } from "../retrying";
import { createStagedoorClient, type StagedoorClient } from "../stagedoor-client";
import { FakeExternalApi } from "./in-memory-external-api";

/** A client with a fake API and a clock that advances only during pauses. */
export interface ClientUnderTest {
  readonly api: FakeExternalApi;
  readonly client: StagedoorClient;
  /** The pauses so far. */
  readonly pauses: readonly Pause[];
}

/** Creates a new client for each test. */
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
