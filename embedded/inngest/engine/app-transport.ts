import type { AppAnswer } from "../protocol/call-answer";

/** One request to the SDK's endpoint; `search` begins with "?" or is empty. */
export interface AppRequest {
  readonly method: "POST" | "PUT";
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one request to the app. Rejects with AnswerTooLargeError for an answer beyond the transport's limit, with
 * ConnectionLostError when the app may have had the request, and with any other error when it cannot be reached.
 */
export type CallApp = (request: AppRequest) => Promise<AppAnswer>;

/** The app answered more than the executor takes in; asking again would not help. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";

  constructor(bytesMax: number) {
    super(`The app answered more than ${bytesMax} bytes. Return less from the step.`);
  }
}

/** The connection ended before the whole answer was read; the app may have done what it was asked. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
}
