import type { FailureCode } from "../rules/delivery-failure";

/** How much of an answer's body is read and kept. */
export const ANSWER_BODY_BYTES_MAX = 16 * 1024;

/** One POST: the URL as it was saved, all headers in lower case, and the bytes to send. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Where an attempt went; null is what it did not get to know. */
export interface ConnectionFacts {
  readonly address: string | null;
  readonly port: number | null;
  readonly tlsVersion: string | null;
  readonly certificateIssuer: string | null;
  readonly certificateExpiresAt: Date | null;
}

/** How long each part took; null: not finished, or not needed because a connection was used again. */
export interface PhasesMs {
  readonly dns: number | null;
  readonly connect: number | null;
  readonly tls: number | null;
  /** From the ready connection until the answer's headers were there. */
  readonly firstByte: number | null;
  readonly total: number;
}

/** The result of an attempt: an answer of any status, or none for a stated reason. */
export type WebhookAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Names in lower case; values of a repeated name are joined by a comma. */
      readonly headers: Readonly<Record<string, string>>;
      /** At most the first 16 KiB, as they came: never decompressed, and not to be trusted. */
      readonly body: Buffer;
      readonly isBodyTruncated: boolean;
      /** Why the body ended early although the status had come; null when it ended as it should or was cut by us. */
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

/** Whether an attempt succeeded: only status 200 does. */
export const isDelivered = (answer: WebhookAnswer): boolean =>
  answer.kind === "answered" && answer.status === 200;

/**
 * Sends one attempt. It never follows a redirect, and sends a request a second time only when it met a kept connection
 * that the receiver was just closing.
 */
export interface WebhookTransport {
  /** Never rejects for what a receiver or the network does; it does for faults of our own process. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}
