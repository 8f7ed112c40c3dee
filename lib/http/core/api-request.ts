/** The part of a request's headers that endpoints for API keys read. */
export type RequestHeaders = Pick<Headers, "get">;

/**
 * The parts of a request that endpoints for API keys read. Next's `Request` has them, as does the result of
 * `nodeApiRequest`, which costs a tenth of a `Request`.
 */
export interface ApiRequest {
  readonly method: string;
  /** Absolute. Its origin is not verified. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Can be read only once. */
  readonly body: AsyncIterable<Uint8Array> | null;
}
