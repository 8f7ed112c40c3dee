import type { LookupAddress } from "node:dns";
import { isIPv4 } from "node:net";
import { onTestFinished } from "vitest";
import type { WebhookAnswer, WebhookRequest } from "@/lib/notifications/ports";
import {
  createHttpsTransport,
  type HttpsTransport,
  type HttpsTransportDependencies,
  type HttpsTransportOptions,
} from "../https-transport";
import type { ResolveHost } from "../open-connection";

/** Opens a transport that may send to this machine unless the options say otherwise, and closes it when the test ends. */
export function openTransport(
  options: Partial<HttpsTransportOptions>,
  dependencies: Partial<HttpsTransportDependencies> = {},
): HttpsTransport {
  const transport = createHttpsTransport(
    {
      allowedNetworks: ["127.0.0.0/8"],
      extraCertificates: [],
      builtInReceiver: null,
      version: "1.2.3",
      ...options,
    },
    dependencies,
  );
  onTestFinished(() => transport.close());
  return transport;
}

/** Waits for the receiver to start, and closes it when the test ends. */
export async function during<Receiver extends { close(): Promise<void> }>(
  starting: Promise<Receiver>,
): Promise<Receiver> {
  const receiver = await starting;
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Returns a request to this URL with the headers of an attempt. */
export const requestTo = (url: string): WebhookRequest => ({
  url,
  headers: { "content-type": "application/json", "webhook-id": "msg_1" },
  body: Buffer.from('[{"uuid":"Größe"}]'),
});

/** Returns a resolver that returns these addresses for every name. */
export const dnsWith =
  (...addresses: readonly string[]): ResolveHost =>
  () =>
    Promise.resolve(addresses.map(asLookup));

const asLookup = (address: string): LookupAddress => ({ address, family: isIPv4(address) ? 4 : 6 });

/** Returns the response of an answered attempt. @throws Error if the attempt failed */
export function answered(answer: WebhookAnswer) {
  if (answer.kind !== "answered") throw new Error(`${answer.code}: ${answer.detail}`);
  return answer;
}

/** Returns the failure of an attempt. @throws Error if there was a response */
export function failed(answer: WebhookAnswer) {
  if (answer.kind !== "failed") throw new Error(`it was answered ${answer.status}`);
  return answer;
}
