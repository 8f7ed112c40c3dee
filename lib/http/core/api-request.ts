/** What endpoints for API keys read from the headers of a request. */
export type RequestHeaders = Pick<Headers, "get">;

/**
 * What endpoints for API keys read from a request. Next's `Request` has it, and so has what `nodeApiRequest` makes of a request
 * of `node:http`, at a tenth of the price.
 */
export interface ApiRequest {
  readonly method: string;
  /** Absolute; its origin is not checked. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** To be read once. */
  readonly body: AsyncIterable<Uint8Array> | null;
}
