import { type Answer, type ApiRequest, type Connection, callApi, readJson } from "./call-api";
import type { CallFailure } from "./call-failure";
import { isRateLimited, type Pause, type RetryClock, retrying } from "./retrying";

/** The failures after which a call is retried. */
type Repeat =
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

/** A page of a list; `nextCursor` is null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Returns all items of a list page by page, reading each page only when it is needed. */
export async function* itemsOf<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
  firstCursor?: string,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | null | undefined = firstCursor;
  while (cursor !== null) {
    const page: Page<Item> = await readPage(cursor);
    yield* page.items;
    cursor = page.nextCursor;
  }
}

/** Returns the query of a URL, either empty or with its question mark. Undefined values are omitted. */
export function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
