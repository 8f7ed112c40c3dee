/** A request that is rejected with this status; the message says what to do. */
export class HttpError extends Error {
  override readonly name = "HttpError";

  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}
