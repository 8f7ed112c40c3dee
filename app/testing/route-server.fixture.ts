import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";
import { getContainer } from "../current-container";
import { type Method, ROUTES } from "./routes.fixture";

/** The route handlers behind a local port, for external programs. */
export interface RouteServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Starts the server with the container that the routes use. Requests without a route, such as unknown paths, return 404
 * without a body.
 */
export async function serveRoutes(): Promise<RouteServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1:3000");
  if (url.pathname === "/external-api/openapi.json") {
    const document = openApiDocument(getContainer().publicUrl);
    response.setHeader("content-type", "application/json").end(JSON.stringify(document));
    return;
  }
  for (const [pattern, route] of ROUTES) {
    const match = pattern.exec(url.pathname);
    if (!match) continue;
    const handler = route[request.method as Method];
    const params = Promise.resolve({ ...match.groups });
    const answered = await handler(await toRequest(url, request), { params } as never);
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
    return;
  }
  response.writeHead(404).end();
}

async function toRequest(url: URL, request: IncomingMessage): Promise<Request> {
  const { method = "GET", headers } = request;
  const body = await buffer(request);
  return new Request(url, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
  });
}
