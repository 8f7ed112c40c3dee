import { type Answer, type ApiRequest, type Connection, callApi, readJson } from "./call-api";
import type { CallFailure } from "./call-failure";
import { isRateLimited, type Pause, type RetryClock, retrying } from "./retrying";

/** After which failures a call is made again. */
export type Repeat =
  /** It is harmless to repeat: any transient failure. */
  | "always"
  /** Its answer may be lost although it was carried out: only where the server says that it was not, with 429. */
  | "when-refused"
  /** Whoever makes the call does it. */
  | "never";

/** Makes calls of the API, and makes them again while their failure is transient. */
export interface Caller {
  /** @throws ApiProblem, CallFailure, or the reason of the request's signal */
  call(request: ApiRequest, expectedStatus: number, repeat?: Repeat): Promise<Answer>;
  json<T>(request: ApiRequest, expectedStatus?: number, repeat?: Repeat): Promise<T>;
  /** Repeats something larger than one call by the same rules. */
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

/** A caller for one address and key; `onPause` is called before each repetition. */
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
