import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startEndlessServer } from "@/testing/endless-answer.fixture";
import { createEngineFetch } from "./client";

async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, connections: () => connections };
}

test("consecutive requests reuse open connections", async () => {
  const { url, connections } = await startServer((request, response) => {
    const { method, headers } = request;
    void text(request).then((body) =>
      response.end(JSON.stringify([method, headers["x-name"], body])),
    );
  });
  const engineFetch = createEngineFetch();
  const init = { method: "POST", headers: { "x-name": "value" }, body: '{"a":"é"}' };
  for (const _ of Array(10)) {
    const answer = await engineFetch(`${url}/e/key`, init);
    expect([answer.status, await answer.json()]).toEqual([200, ["POST", "value", '{"a":"é"}']]);
  }
  // A second connection is opened if a request is sent before the previous response has been read in full.
  expect(connections()).toBeLessThanOrEqual(2);
});

test("a status other than 2xx is returned as a response, and an empty body is returned as an empty string", async () => {
  const { url } = await startServer(({ url: path }, response) => {
    response.writeHead(Number(path?.slice(1))).end();
  });
  const engineFetch = createEngineFetch();
  for (const status of [204, 401, 503]) {
    const answer = await engineFetch(new URL(`/${status}`, url));
    expect([answer.status, await answer.text()]).toEqual([status, ""]);
  }
});

test("a redirect is followed", async () => {
  const { url } = await startServer(({ url: path }, response) => {
    if (path === "/new") response.end("here");
    else response.writeHead(307, { location: "/new" }).end();
  });
  expect(await (await createEngineFetch()(`${url}/old`)).text()).toBe("here");
});

test("if the server is unreachable, the fetch fails in the way that the SDK expects", async () => {
  await expect(createEngineFetch()("http://127.0.0.1:1/e/key")).rejects.toThrow(
    new TypeError("fetch failed"),
  );
});

test.each([
  ["sent by ourselves", (url: string) => url],
  ["sent by the global fetch", (url: string) => new Request(url)],
])("an endless response to a request %s is not read to its end", async (_, toInput) => {
  const { url, wasRead } = await startEndlessServer();
  const answer = await createEngineFetch()(toInput(url));
  await expect(answer.json()).rejects.toThrow();
  expect(await wasRead()).toEqual([false]);
});
