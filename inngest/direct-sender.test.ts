import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startEndlessServer } from "@/testing/endless-answer.fixture";
import { createDirectSender } from "./direct-sender";

const KEY = "key/of the test";

test("an error response that quotes the event key is reported without the key", async () => {
  const server = createServer((request, response) => {
    const decoded = decodeURIComponent(request.url ?? "");
    response.writeHead(404).end(`nothing at ${request.url} (${decoded})${"x".repeat(1_000)}`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const send = createDirectSender({ baseUrl, eventKey: KEY, timeoutMs: 5_000 });
  const refusal = await send([{ name: "a", data: {} }]).catch((error: unknown) => error);
  expect(String(refusal)).toMatch(/it answered 404: nothing at \/e\/… \(\/e\/…\)x+$/);
  expect(String(refusal).length).toBeLessThan(550);
});

test.each([200, 404])("an endless response with %i is not read to its end", async (status) => {
  const { url, wasRead } = await startEndlessServer(status);
  const send = createDirectSender({ baseUrl: url, eventKey: KEY, timeoutMs: 5_000 });
  const outcome = await send([{ name: "a", data: {} }]).then(
    () => 200,
    () => 404,
  );
  expect(outcome).toBe(status);
  expect(await wasRead()).not.toContain(true);
});

test("a request whose response keeps arriving ends when its time is up", async () => {
  const closed: Promise<unknown>[] = [];
  const server = createServer((_request, response) => {
    const timer = setInterval(() => response.write("a"), 10);
    closed.push(once(response, "close").then(() => clearInterval(timer)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const send = createDirectSender({ baseUrl, eventKey: KEY, timeoutMs: 100 });
  await expect(send([{ name: "a", data: {} }])).rejects.toThrow();
  await Promise.all(closed);
});
