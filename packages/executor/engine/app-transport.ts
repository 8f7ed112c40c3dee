import type { AppAnswer } from "../protocol/call-answer";

/** One request to the SDK's endpoint; `search` begins with "?" or is empty. */
export interface AppRequest {
  readonly method: "POST" | "PUT";
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one request to the app. Rejects with AnswerTooLargeError if the response exceeds the transport's limit, with
 * ConnectionLostError if the app may have received the request, and with any other error if the app cannot be reached.
 */
export type CallApp = (request: AppRequest) => Promise<AppAnswer>;

/** The app's response is larger than the executor accepts; a retry would not help. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";

  constructor(bytesMax: number) {
    super(`The app's response is larger than ${bytesMax} bytes. Return less from the step.`);
  }
}

/** The connection ended before the whole response was read; the app may have done what the request asked for. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
}
