import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createArrivals } from "../load/receipts";
import { withEndings } from "../report/report";
import { runBurst } from "./run-burst";
import { createSvixSide } from "./svix-side";

const TOKEN = "testsk_token";
const BOUNDS = { durationMs: 10_000, requestsMax: 20, reportsMax: 0 };

test("records the arrival of each Svix message at its endpoint", async () => {
  const arrivals = createArrivals();
  const { signal } = new AbortController();
  const url = await startFakeSvix();

  const figures = await withEndings(async (addEnding) => {
    const side = await createSvixSide({ url, token: TOKEN, pid: null }, arrivals, addEnding);
    return runBurst({ arrivals }, { side, call: "create", callers: 4 }, BOUNDS, signal);
  });

  expect(figures?.requests).toBe(20);
  expect(figures?.delivery?.changesPerSecond).toBeGreaterThan(0);
  expect(figures?.cpu).toBeNull();
  expect(arrivals.count()).toBe(20);
});

test("a wrong token causes an error with the server's response", async () => {
  const url = await startFakeSvix();
  const starting = createSvixSide({ url, token: "wrong", pid: null }, createArrivals(), () => 0);

  await expect(starting).rejects.toThrow("Svix answered 401 to /api/v1/app/");
});

test("rejects a Svix server on another machine, because it could not call the receiver on this one", async () => {
  const svix = { url: "https://api.svix.com", token: TOKEN, pid: null };

  await expect(createSvixSide(svix, createArrivals(), () => 0)).rejects.toThrow("SVIX_URL must be");
});

/** Starts a server with the part of Svix's API that the bench uses, as described in its public OpenAPI document. */
async function startFakeSvix(): Promise<string> {
  const endpoints: string[] = [];
  const route = async (request: IncomingMessage): Promise<[number, unknown]> => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      return [401, { code: "authentication_failed", detail: "Invalid token" }];
    }
    // The test sends only objects.
    const body = (await json(request)) as Record<string, unknown>;
    if (request.url === "/api/v1/app/") return [201, { id: "app_1", name: body.name }];
    if (request.url === "/api/v1/app/app_1/endpoint/") {
      endpoints.push(String(body.url));
      return [201, { id: "ep_1", url: body.url, version: body.version }];
    }
    if (request.url === "/api/v1/app/app_1/msg/") {
      for (const url of endpoints) {
        void fetch(url, { method: "POST", body: JSON.stringify(body.payload) });
      }
      return [202, { id: "msg_1", eventType: body.eventType, payload: body.payload }];
    }
    return [404, { code: "not_found", detail: "Entity not found" }];
  };
  const server = createServer(async (request, response: ServerResponse) => {
    const [status, answer] = await route(request);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
