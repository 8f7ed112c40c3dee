import { createHmac } from "node:crypto";
import type { TaskConfig } from "payload";
import { settings } from "./settings";

interface Input {
  readonly uuid: string;
  readonly currentStatus: number;
  readonly previousStatus: number | null;
}

const TIMEOUT_MS = 15_000;
const { url, secret } = settings.webhook;
const key = Buffer.from(secret.slice("whsec_".length), "base64");

/** Posts one change to the receiver, signed as the product signs it. */
export const notify: TaskConfig<{ input: Input; output: object }> = {
  slug: "notify",
  retries: { attempts: 8, backoff: { type: "exponential", delay: 1_000 } },
  inputSchema: [
    { name: "uuid", type: "text", required: true },
    { name: "currentStatus", type: "number", required: true },
    { name: "previousStatus", type: "number" },
  ],
  handler: async ({ input, job }) => {
    const { uuid, currentStatus, previousStatus } = input;
    const item = { uuid, url: `/api/documents/${uuid}`, currentStatus, previousStatus };
    const body = JSON.stringify([item]);
    const id = `msg_${job.id}`;
    const seconds = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": `v1,${signature}`,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`the receiver responded with ${answer.status}`);
    return { output: {} };
  },
};
