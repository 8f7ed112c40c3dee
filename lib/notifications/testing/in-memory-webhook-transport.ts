import type { WebhookAnswer, WebhookRequest, WebhookTransport } from "../ports";

/** The behaviour of a receiver in a test: a status, a complete response, or a function that may wait. */
export type ScriptedAnswer =
  | number
  | WebhookAnswer
  | ((request: WebhookRequest) => number | WebhookAnswer | Promise<number | WebhookAnswer>);

/** A receiver that returns scripted responses and records its requests. */
export interface InMemoryWebhookTransport extends WebhookTransport {
  /** Every request so far. */
  readonly requests: readonly WebhookRequest[];
  /** Scripts the responses to the next requests, in order. */
  answerNext(...answers: readonly ScriptedAnswer[]): void;
  /** Sets the response to requests for which none is scripted; initially 200. */
  answerAlways(answer: ScriptedAnswer): void;
}

const PHASES_MS = { dns: 1, connect: 2, tls: 3, firstByte: 4, total: 10 };

/** The connection of every request in these tests. */
const CONNECTION = {
  address: "192.0.2.7",
  port: 443,
  tlsVersion: "TLSv1.3",
  certificateIssuer: "Test",
  certificateExpiresAt: new Date("2027-01-01T00:00:00.000Z"),
};

/** Creates a receiver that responds with 200. */
export function createInMemoryWebhookTransport(): InMemoryWebhookTransport {
  const requests: WebhookRequest[] = [];
  const next: ScriptedAnswer[] = [];
  let always: ScriptedAnswer = 200;
  return {
    requests,
    async send(request) {
      requests.push(request);
      const scripted = next.shift() ?? always;
      const answer = typeof scripted === "function" ? await scripted(request) : scripted;
      return typeof answer === "number" ? answered(answer) : answer;
    },
    answerNext: (...answers) => {
      next.push(...answers);
    },
    answerAlways: (answer) => {
      always = answer;
    },
  };
}

/** Creates a response with this status and an empty body. */
export const answered = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
): WebhookAnswer => ({
  kind: "answered",
  status,
  headers,
  body: Buffer.alloc(0),
  isBodyTruncated: false,
  bodyError: null,
  phases: PHASES_MS,
  connection: CONNECTION,
});

/** Creates the answer for a port on which nothing is listening. */
export const refused = (): WebhookAnswer => ({
  kind: "failed",
  code: "connection-refused",
  detail: "connect ECONNREFUSED",
  phases: PHASES_MS,
  connection: CONNECTION,
});
