import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A product as a client sees it over a bad network. */
export interface DamagingProxy {
  readonly url: string;
  /** From now on, serves content that differs from the stored content. */
  damageContent(): void;
  close(): void;
}

const DAMAGED_PATH = "/damaged";

/** Responds to the first creation with 503, drops the connection of the first report, and passes on everything else. */
export async function startDamagingProxy(productUrl: string): Promise<DamagingProxy> {
  const seen = new Set<string>();
  let isContentDamaged = false;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/" } = request;
    const body = await buffer(request);
    const isFirst = !seen.has(method);
    seen.add(method);
    if (isFirst && method === "POST") {
      response.writeHead(503, { "retry-after": "1" }).end();
    } else if (isFirst && method === "PUT") {
      request.socket.destroy();
    } else if (url === DAMAGED_PATH) {
      response.end("other bytes");
    } else if (isContentDamaged && url.endsWith("/content")) {
      response.writeHead(307, { location: new URL(DAMAGED_PATH, address()).href }).end();
    } else {
      await handOn(productUrl, { method, url, headers: request.headers, body }, response);
    }
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address(),
    damageContent: () => {
      isContentDamaged = true;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function handOn(
  productUrl: string,
  request: Pick<IncomingMessage, "headers"> & { method: string; url: string; body: Buffer },
  response: ServerResponse,
): Promise<void> {
  const { authorization, "content-type": contentType } = request.headers;
  const answer = await fetch(new URL(request.url, productUrl), {
    method: request.method,
    redirect: "manual",
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(contentType ? { "content-type": contentType } : {}),
    },
    ...(request.body.length > 0 ? { body: new Uint8Array(request.body) } : {}),
  });
  const location = answer.headers.get("location");
  response.writeHead(answer.status, {
    "content-type": answer.headers.get("content-type") ?? "application/octet-stream",
    ...(location ? { location } : {}),
  });
  response.end(Buffer.from(await answer.arrayBuffer()));
}
