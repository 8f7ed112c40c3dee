import { createHmac, randomUUID } from "node:crypto";
import { Agent, request } from "undici";
import { onTestFinished } from "vitest";
import type { Receiver, ReceiverOptions } from "./kept-receiver";
import { startTestReceiver } from "./test-receiver.fixture";

/** A signing secret for tests, as long as the secrets that Stagedoor generates. */
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** The previous secret during a rotation. */
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

/** A notification as a sender prepares it. */
export interface SignedNotification {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Returns a body with one change. */
export const oneChange = (uuid = randomUUID() as string) =>
  JSON.stringify([{ uuid, url: `https://dms.test/${uuid}`, currentStatus: 2, previousStatus: 1 }]);

/** Signs a notification independently of the receiver's code, so that the receiver is not tested with itself. */
export function signNotification({
  id = `msg_${randomUUID()}`,
  body = oneChange(),
  secret = SECRET,
  timestamp = String(Math.floor(Date.now() / 1_000)),
  attempt = 1,
} = {}): SignedNotification {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const digest = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${digest}`,
      "x-stagedoor-attempt": String(attempt),
    },
  };
}

/** Creates a client that trusts only the receiver's authority. Close its agent at the end. */
export function connectTo(
  receiver: Pick<Receiver, "origin" | "certificateAuthority" | "controlToken">,
) {
  const agent = new Agent({ connect: { ca: receiver.certificateAuthority }, connections: 10 });
  const call = async (
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer } = {},
    signal?: AbortSignal,
  ) => {
    const answer = await request(`${receiver.origin}${path}`, {
      method,
      dispatcher: agent,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };
  return {
    agent,
    send: (notification: SignedNotification, signal?: AbortSignal) =>
      call("POST", "/webhook", notification, signal),
    call,
    /** Sends a control request with the control token, and parses the response. */
    control: async (method: "GET" | "PUT" | "DELETE", path: string, json?: unknown) => {
      const { status, text } = await call(method, `/_receiver/${path}`, {
        headers: { authorization: `Bearer ${receiver.controlToken}` },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      return { status, json: JSON.parse(text) };
    },
  };
}

/**
 * Starts a receiver with one secret and a client for the running test, and collects the lines that the receiver prints.
 * Both are stopped when the test ends.
 */
export async function startUnderTest(overrides: Partial<ReceiverOptions> = {}) {
  const lines: string[] = [];
  const receiver = await startTestReceiver({
    secrets: [SECRET],
    print: (line) => lines.push(line),
    ...overrides,
  });
  onTestFinished(() => receiver.stop());
  const client = connectTo(receiver);
  onTestFinished(() => client.agent.destroy());
  return { receiver, lines, ...client };
}
