import { type Answer, type ApiRequest, type Connection, callApi, readJson } from "./call-api";
import type { CallFailure } from "./call-failure";
import { isRateLimited, type Pause, type RetryClock, retrying } from "./retrying";

/** The failures after which a call is retried. */
export type Repeat =
  /** Safe to repeat: after any transient failure. */
  | "always"
  /** The call may have been carried out even if its response was lost: only after 429, which means that it was not. */
  | "when-refused"
  /** The caller retries. */
  | "never";

/** Makes API calls and retries them while their failure is transient. */
export interface Caller {
  /** @throws ApiProblem, CallFailure, or the reason of the request's signal */
  call(request: ApiRequest, expectedStatus: number, repeat?: Repeat): Promise<Answer>;
  json<T>(request: ApiRequest, expectedStatus?: number, repeat?: Repeat): Promise<T>;
  /** Retries an operation larger than one call by the same rules. */
  repeat<T>(
    attempt: (attemptNumber: number) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T>;
}

const MAY_REPEAT: Record<Repeat, (failure: CallFailure) => boolean> = {
  always: () => true,
  "when-refused": isRateLimited,
  never: () => false,
};

/** Creates a caller for one URL and key; `onPause` is called before each retry. */
export function createCaller(
  connection: Connection,
  { onPause, clock }: { onPause: (pause: Pause) => void; clock: RetryClock },
): Caller {
  const call: Caller["call"] = (request, expectedStatus, repeat = "always") =>
    retrying(() => callApi(connection, request, expectedStatus), {
      onPause,
      clock,
      signal: request.signal,
      mayRepeat: MAY_REPEAT[repeat],
    });
  return {
    call,
    json: async (request, expectedStatus = 200, repeat = "always") =>
      readJson(await call(request, expectedStatus, repeat)),
    repeat: (attempt, signal) => retrying(attempt, { onPause, clock, signal }),
  };
}
