import type { FailureCode } from "../rules/delivery-failure";

/** The maximum number of bytes of a response body that are read and kept. */
export const ANSWER_BODY_BYTES_MAX = 16 * 1024;

/** A POST request: the URL as it was saved, all headers in lower case, and the bytes to send. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The server that an attempt connected to; a value is null if it is unknown. */
export interface ConnectionFacts {
  readonly address: string | null;
  readonly port: number | null;
  readonly tlsVersion: string | null;
  readonly certificateIssuer: string | null;
  readonly certificateExpiresAt: Date | null;
}

/** How long each phase took; null if the phase did not finish, or was not needed because a connection was reused. */
export interface PhasesMs {
  readonly dns: number | null;
  readonly connect: number | null;
  readonly tls: number | null;
  /** From the moment when the connection was ready until the response headers arrived. */
  readonly firstByte: number | null;
  readonly total: number;
}

/** The result of an attempt: a response with any status, or the reason why there was none. */
export type WebhookAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Names are in lower case; the values of a repeated name are joined by a comma. */
      readonly headers: Readonly<Record<string, string>>;
      /** At most the first 16 KiB, as received: never decompressed, and not to be trusted. */
      readonly body: Buffer;
      readonly isBodyTruncated: boolean;
      /** Why the body ended early after the status had arrived; null if it was complete or we truncated it. */
      readonly bodyError: string | null;
      readonly phases: PhasesMs;
      readonly connection: ConnectionFacts;
    }
  | {
      readonly kind: "failed";
      readonly code: FailureCode;
      /** Short technical text for the log, such as `connect ECONNREFUSED 192.0.2.1:443`. */
      readonly detail: string;
      readonly phases: PhasesMs;
      readonly connection: ConnectionFacts;
    };

/** Returns whether an attempt succeeded: only status 200 counts. */
export const isDelivered = (answer: WebhookAnswer): boolean =>
  answer.kind === "answered" && answer.status === 200;

/**
 * Sends one attempt. It never follows a redirect, and it sends a request a second time only if the receiver was just
 * closing the connection that was reused.
 */
export interface WebhookTransport {
  /** Never rejects because of the receiver or the network, only because of errors in our own process. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}
