import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { startEndlessServer } from "@/testing/endless-answer.fixture";
import { isStoreUnavailable } from "./is-store-unavailable";
import type { S3Connection } from "./s3-clients";
import { createS3ObjectStorage } from "./s3-object-storage";

type Storage = ReturnType<typeof createS3ObjectStorage>;

const error = (code: string) => `<Error><Code>${code}</Code><Message>m</Message></Error>`;
const PAGE = "<html><body>Bad gateway<br></body></html>";

const list = (storage: Storage) => storage.list("staged/", { key: "", versionId: null }, 10);
const copy = (storage: Storage) =>
  storage.copyIfUnchanged("a", "b", { etag: "c", contentType: "application/pdf" });
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it should have failed"),
    (reason: unknown) => reason,
  );
const unavailable = { name: "DomainError", code: "object-store-unavailable" };

describe("the store counts as unavailable after", () => {
  test.each([
    [500, error("InternalError"), list],
    [503, error("SlowDown"), list],
    [507, error("InternalError"), copy],
    [429, error("TooManyRequests"), list],
    [400, error("RequestTimeout"), list],
    [403, error("RequestLimitExceeded"), list],
    [502, PAGE, list],
    [504, "upstream timed out", list],
    [200, error("SlowDown"), copy],
  ])("a response with %i %s", async (status, body, call) => {
    const storage = createS3ObjectStorage(connectionTo(await httpServer(status, body)));
    expect(await reasonOf(call(storage))).toMatchObject(unavailable);
  });

  test.each([
    ["closed immediately", ""],
    ["closed in the middle of a response", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n<List"],
  ])("a connection that is %s", async (_name, answer) => {
    const storage = createS3ObjectStorage(connectionTo(await tcpServer(answer)));
    expect(await reasonOf(list(storage))).toMatchObject(unavailable);
  });

  test("an unknown host name", async () => {
    const storage = createS3ObjectStorage(connectionTo("http://no-such-host.invalid:9000"));
    expect(await reasonOf(list(storage))).toMatchObject(unavailable);
  });
});

describe("the error is rethrown unchanged after", () => {
  test.each([
    [501, error("NotImplemented"), copy],
    [403, error("AccessDenied"), list],
    [403, PAGE, list],
    [400, error("InvalidArgument"), copy],
    [301, error("PermanentRedirect"), list],
    [200, PAGE, list],
  ])("a response with %i %s", async (status, body, call) => {
    const storage = createS3ObjectStorage(connectionTo(await httpServer(status, body)));
    const reason = await reasonOf(call(storage));
    expect(reason).toMatchObject({ $metadata: { httpStatusCode: status } });
  });

  test("a bug in this program: a TypeError", () => {
    expect(isStoreUnavailable(new TypeError("undefined is not a function"))).toBe(false);
  });

  test("a call to a server that does not speak HTTP", async () => {
    const storage = createS3ObjectStorage(connectionTo(await tcpServer("SSH-2.0-OpenSSH_9\r\n")));
    expect(await reasonOf(list(storage))).toMatchObject({ code: "HPE_INVALID_CONSTANT" });
  });

  test("a call to a server that does not speak TLS", async () => {
    const endpoint = await tcpServer("HTTP/1.1 400 Bad Request\r\n\r\n");
    const storage = createS3ObjectStorage(connectionTo(endpoint.replace("http:", "https:")));
    expect(await reasonOf(list(storage))).toMatchObject({
      code: expect.stringMatching(/^(EPROTO|ERR_SSL_)/),
    });
  });

  test("a call with a wrong secret", async () => {
    const { endpoint, region, bucket, accessKeyId } = inject("objectStore");
    const connection = { ...connectionTo(endpoint), region, bucket, accessKeyId };
    const storage = createS3ObjectStorage({ ...connection, secretAccessKey: "not-the-secret" });
    expect(await reasonOf(storage.head("a"))).toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });
});

function connectionTo(endpoint: string): S3Connection {
  return {
    endpoint,
    publicEndpoint: "http://127.0.0.1:1",
    region: "us-east-1",
    bucket: "stagedoor",
    accessKeyId: "id",
    secretAccessKey: "secret",
    forcePathStyle: true,
    versioning: "auto",
  };
}

async function httpServer(status: number, body: string): Promise<string> {
  const server = createHttpServer((_request, response) => {
    response.writeHead(status, { connection: "close", "content-type": "text/xml" }).end(body);
  });
  return listening(server);
}

/** Starts a server that responds to any data with this text and then closes the connection. */
async function tcpServer(text: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(text));
  });
  return listening(server);
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
  });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address is never a path
}

test.each([
  [200, list],
  [200, copy],
  [403, list],
])("an endless response with %i is not read to its end", async (status, call) => {
  const { url, wasRead } = await startEndlessServer(status);
  await reasonOf(call(createS3ObjectStorage(connectionTo(url))));
  expect(await wasRead()).not.toContain(true);
});
