/** The methods of a request's headers that endpoints call. */
export type RequestHeaders = Pick<Headers, "get">;

/**
 * The parts of a request that endpoints read. Next's `Request` has them, and so does the result of `nodeApiRequest`,
 * which takes a tenth of the time to create.
 */
export interface ApiRequest {
  readonly method: string;
  /** The absolute URL, whose origin is not verified. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** The body, which can be read only once. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client disconnects; null for hot calls, which do not wait for anything. */
  readonly signal: AbortSignal | null;
}
