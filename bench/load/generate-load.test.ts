import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { changeKey, generateLoad, type LoadRequest } from "./generate-load";

const REQUEST = { bytes: "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", change: null };

test("reads every response to the end, whether it has a length or is sent in chunks", async () => {
  let answered = 0;
  const port = await listen((_request, response) => {
    answered += 1;
    if (answered % 2 === 0) response.setHeader("content-length", 5);
    response.write("ab");
    setImmediate(() => response.end("cde"));
  });

  const result = await loadOf(port, 40);

  expect(result.answered).toHaveLength(40);
  expect(answered).toBe(40);
});

test("finds the UUID in a response whose two chunks each contain a part of it", async () => {
  const uuid = "01a1fb10-91f3-7689-ab3c-b13591dfedf4";
  const port = await listen((_request, response) => {
    response.write(`{"name":"Straße","uuid":"${uuid.slice(0, 9)}`);
    setImmediate(() => response.end(`${uuid.slice(9)}"}`));
  });

  const result = await loadOf(port, 1, { ...REQUEST, change: { uuid: null, status: 1 } });

  expect(result.answered[0]?.change).toBe(changeKey(uuid, 1));
});

test("an unexpected status ends the run", async () => {
  const port = await listen((_request, response) => response.writeHead(503).end("down"));

  await expect(loadOf(port, 1)).rejects.toThrow("answered 503 instead of 200");
});

test("a server that closes the connection ends the run", async () => {
  const port = await listen((request) => request.socket.destroy());

  await expect(loadOf(port, 1)).rejects.toThrow("closed");
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The server listens on TCP, so its address is never a path.
  return (server.address() as AddressInfo).port;
}

function loadOf(port: number, count: number, request: LoadRequest = REQUEST) {
  let left = count;
  const next = () => {
    left -= 1;
    return left < 0 ? null : request;
  };
  const { signal } = new AbortController();
  const durationMs = 10_000;
  return generateLoad({ port, connections: 4, durationMs, next, expectedStatus: 200, signal });
}
