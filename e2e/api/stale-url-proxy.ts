import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { presign } from "@stagedoor/object-store/conformance/signer";
import { readOrCreateSecrets } from "@/embedded/launcher/data-folder/secrets";
import type { Product } from "../product";

/** A proxy whose responses to creations contain URLs that expired an hour ago but are correctly signed. */
export interface StaleUrlProxy {
  readonly url: string;
  /** The calls made so far, as `METHOD /path`. */
  readonly calls: readonly string[];
  close(): void;
}

const TWO_HOURS_MS = 2 * 3600_000;

/** Passes on every call, and replaces the URL of each creation with an expired one. */
export async function startStaleUrlProxy(product: Product): Promise<StaleUrlProxy> {
  const calls: string[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/", headers } = request;
    calls.push(`${method} ${url}`);
    const body = await buffer(request);
    const answer = await fetch(new URL(url, product.url), {
      method,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        HANDED_ON.includes(name) ? [[name, String(value)]] : [],
      ),
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const text = await answer.text();
    const isCreation = method === "POST" && url.endsWith("/staged-documents");
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(isCreation ? withOldUrl(text, product.dataDir) : text);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const HANDED_ON: readonly string[] = ["authorization", "content-type", "idempotency-key"];

/** Returns the same response to a creation, with a correctly signed URL that expired an hour ago. */
export function withOldUrl(text: string, dataDir: string): string {
  const record: { uploadSignedUrl: string } = JSON.parse(text);
  const { origin, pathname, searchParams } = new URL(record.uploadSignedUrl);
  const [, , region = ""] = searchParams.get("X-Amz-Credential")?.split("/") ?? [];
  const { objectStoreAccessKeyId, objectStoreSecretAccessKey } = readOrCreateSecrets(dataDir);
  const access = {
    endpoint: origin,
    accessKeyId: objectStoreAccessKeyId,
    secretAccessKey: objectStoreSecretAccessKey,
    region,
    bucket: "",
  };
  const uploadSignedUrl = presign(access, {
    method: "PUT",
    path: pathname,
    at: new Date(Date.now() - TWO_HOURS_MS),
    expires: "3600",
  });
  return JSON.stringify({ ...record, uploadSignedUrl });
}
