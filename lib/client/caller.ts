import { type Answer, type ApiRequest, type Connection, callApi, readJson } from "./call-api";
import type { CallFailure } from "./call-failure";
import { isRateLimited, type Retrying, retrying } from "./retrying";

/** The failures after which a call is retried. */
export type Repeat =
  /** Retried after any transient failure, because it is safe to repeat. */
  | "always"
  /**
   * Retried only after 429, which means that the call was not carried out. If a response is lost, the call may have been
   * carried out.
   */
  | "when-refused"
  /** Never retried. */
  | "never";

/** Makes API calls and retries them while their failures are transient. */
export interface Caller {
  /** @throws ApiProblem, CallFailure, or the reason of the request's signal */
  call(request: ApiRequest, expectedStatus: number, repeat?: Repeat): Promise<Answer>;
  json<T>(request: ApiRequest, expectedStatus?: number, repeat?: Repeat): Promise<T>;
  /** Retries an operation that consists of several calls, by the same rules. */
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

/** Creates a caller for one URL and key. `onPause` is called before each retry. */
export function createCaller(
  connection: Connection,
  { onPause, clock, patienceMs }: Pick<Retrying, "onPause" | "clock" | "patienceMs">,
): Caller {
  const call: Caller["call"] = (request, expectedStatus, repeat = "always") =>
    retrying(() => callApi(connection, request, expectedStatus), {
      onPause,
      clock,
      patienceMs,
      signal: request.signal,
      mayRepeat: MAY_REPEAT[repeat],
    });
  return {
    call,
    json: async (request, expectedStatus = 200, repeat = "always") =>
      readJson(await call(request, expectedStatus, repeat)),
    repeat: (attempt, signal) => retrying(attempt, { onPause, clock, patienceMs, signal }),
  };
}
