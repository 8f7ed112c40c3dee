import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline, Readable } from "node:stream";
import { onTestFinished } from "vitest";

const MEBIBYTE = 1024 ** 2;
/** More than the buffers of both sockets hold, so that the sender notices that nobody reads on. */
const OFFERED_BYTES = 64 * MEBIBYTE;

function* body() {
  yield '{"a":"';
  for (let sent = 0; sent < OFFERED_BYTES; sent += MEBIBYTE) yield "a".repeat(MEBIBYTE);
  yield '"}';
}

/** Answers with 64 MiB of JSON. Resolves with whether the client read all of it. */
export function answerAtLength(response: ServerResponse): Promise<boolean> {
  response.setHeader("content-type", "application/json");
  return new Promise((resolve) => {
    pipeline(Readable.from(body()), response, (error) => resolve(!error));
  });
}

/** Starts a server for the running test that gives every request such an answer. */
export async function startEndlessServer(status = 200) {
  const readings: Promise<boolean>[] = [];
  const server = createServer((_request, response) => {
    response.statusCode = status;
    readings.push(answerAtLength(response));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Returns, for each request, whether its client read the whole answer. */
    wasRead: () => Promise.all(readings),
  };
}
