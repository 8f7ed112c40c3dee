import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ConnectionLostError } from "./engine/app-transport";
import { createHttpTransport } from "./http-transport";

const REQUEST = { method: "POST", search: "?fnId=f", headers: { "x-a": "1" }, body: "é" } as const;

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

const listenHttp = (listener: RequestListener) => listen(createServer(listener));

test("the transport sends the request unchanged, and reads the response's status, headers and body", async () => {
  const url = await listenHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url: path, headers } = request;
    response.writeHead(206, { "x-inngest-sdk": "js" });
    response.end(JSON.stringify([method, path, headers["x-a"], Buffer.concat(chunks).toString()]));
  });
  const answer = await createHttpTransport(url)(REQUEST);
  expect([answer.status, answer.headers.get("x-inngest-sdk")]).toEqual([206, "js"]);
  expect(answer.headers.get("retry-after")).toBeNull();
  expect(JSON.parse(answer.body)).toEqual(["POST", "/api?fnId=f", "1", "é"]);
});

test("the transport keeps connections alive, and retries a request if the app has closed its connection", async () => {
  const ports = new Set<number | undefined>();
  let requests = 0;
  const url = await listen(
    createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", () => {
        requests += 1;
        ports.add(socket.remotePort);
        // The third request uses a connection that the app resets instead of responding.
        if (requests === 3) socket.resetAndDestroy();
        else
          socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok");
      });
    }),
  );
  const callApp = createHttpTransport(url);
  const bodies = [];
  for (let call = 0; call < 3; call += 1) bodies.push((await callApp(REQUEST)).body);
  expect(bodies).toEqual(["ok", "ok", "ok"]);
  expect([requests, ports.size]).toEqual([4, 2]);
});

test("a request rejects if nothing is listening", async () => {
  await expect(createHttpTransport("http://127.0.0.1:1/api")(REQUEST)).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
});

test("a request rejects if the connection ends in the middle of the response", async () => {
  const url = await listenHttp((_request, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("half", () => response.destroy());
  });
  await expect(createHttpTransport(url)(REQUEST)).rejects.toThrow(ConnectionLostError);
});

test("an app that dies during a call is distinguished from an app that is down, even on a kept-alive connection", async () => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok");
      socket.once("data", () => {
        server.close();
        socket.resetAndDestroy();
      });
    });
  });
  const callApp = createHttpTransport(await listen(server));
  await callApp(REQUEST);
  await expect(callApp(REQUEST)).rejects.toThrow(ConnectionLostError);
  await expect(callApp(REQUEST)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a first connection that ends without a response is distinguished from a connection that is refused", async () => {
  const url = await listen(createTcpServer((socket) => socket.once("data", () => socket.end())));
  await expect(createHttpTransport(url)(REQUEST)).rejects.toThrow(ConnectionLostError);
});

test("the transport stops reading an endless response", async () => {
  const url = await listenHttp((_request, response) => {
    const chunk = Buffer.alloc(1_048_576);
    const write = () => {
      while (!response.destroyed && response.write(chunk));
      response.once("drain", write);
    };
    write();
  });
  await expect(createHttpTransport(url)(REQUEST)).rejects.toMatchObject({
    name: "AnswerTooLargeError",
  });
});
