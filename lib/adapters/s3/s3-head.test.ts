import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { HeadObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createS3Client, S3_TIMEOUTS, type S3Connection } from "./s3-clients";
import { createS3Head, createS3ObjectStorage } from "./s3-object-storage";

const FOUND = { "content-length": "7", etag: '"e"', "x-amz-version-id": "v1" };

/** Starts a store that sends these responses in order, and then repeats the last one. */
async function storeThatAnswers(...answers: readonly RequestListener[]) {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(`${request.method} ${request.url?.split("?")[0]}`);
    answer?.(request, response);
  }).listen(0, "127.0.0.1");
  server.on("connection", () => {
    connections += 1;
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address is never a path
  return { requests, connections: () => connections, head: headOf(connectionTo(endpoint)) };
}

const headOf = (connection: S3Connection, timeouts = S3_TIMEOUTS) =>
  createS3Head(connection, createS3Client(connection, timeouts), timeouts);

const answer =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end();
  };
const cutOff: RequestListener = ({ socket }) => {
  socket.destroy();
};

describe("a HEAD request", () => {
  test("is sent only once if it succeeds, and its result is returned", async () => {
    const { requests, head } = await storeThatAnswers(answer(200, FOUND));
    const found = { versionId: "v1", sizeBytes: 7, etag: "e", contentType: null };
    expect(await head("staged/a b")).toEqual(found);
    expect(requests).toEqual(["HEAD /stagedoor/staged/a%20b"]);
  });

  test("keeps its connection for later calls", async () => {
    const { connections, head } = await storeThatAnswers(answer(200, FOUND));
    for (let round = 0; round < 20; round += 1) await head("a");
    // The second call may start before undici notices that the first has ended.
    expect(connections()).toBeLessThanOrEqual(2);
  });

  test.each([
    ["unavailable", answer(503)],
    ["failing", answer(500)],
    ["busy", answer(429)],
    ["cutting connections off", cutOff],
  ])("is sent three times if the store is %s", async (_name, trouble) => {
    const { requests, head } = await storeThatAnswers(trouble, trouble, answer(200, FOUND));
    expect(await head("a")).toMatchObject({ versionId: "v1" });
    expect(requests).toHaveLength(3);
  });

  test("is not sent a fourth time", async () => {
    const { requests, head } = await storeThatAnswers(answer(503));
    await expect(head("a")).rejects.toMatchObject({ code: "object-store-unavailable" });
    expect(requests).toHaveLength(3);
  });

  test.each([301, 400, 403])(
    "is not retried after %i, which means that the configuration is wrong",
    async (status) => {
      const { requests, head } = await storeThatAnswers(answer(status));
      const refused = await head("a").catch((error: unknown) => error);
      expect(refused).toMatchObject({ $metadata: { httpStatusCode: status } });
      expect(requests).toHaveLength(1);
    },
  );

  test("for a missing object returns null after one request", async () => {
    const { requests, head } = await storeThatAnswers(answer(404));
    expect(await head("a")).toBeNull();
    expect(requests).toHaveLength(1);
  });

  test.each([{ etag: '"e"' }, { "content-length": "7" }])(
    "rejects a response without a length or an ETag, because it does not come from S3: %j",
    async (headers) => {
      const { head } = await storeThatAnswers(answer(200, headers as Record<string, string>));
      await expect(head("a")).rejects.toThrow("without a length or an ETag");
    },
  );
});

describe("the response to a HEAD request", () => {
  test.each([
    ["null", "auto", null],
    ["v1", "off", null],
    ["v1", "auto", "v1"],
    [undefined, "auto", null],
  ] as const)(
    "with the version id %s and S3_VERSIONING=%s is returned with the version %s",
    async (header, versioning, versionId) => {
      const { "x-amz-version-id": _, ...unnamed } = FOUND;
      const headers = header === undefined ? unnamed : { ...FOUND, "x-amz-version-id": header };
      const server = createServer(answer(200, headers)).listen(0, "127.0.0.1");
      onTestFinished(() => void server.close());
      await once(server, "listening");
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address is never a path
      const found = await headOf({ ...connectionTo(endpoint), versioning })("a");
      expect(found?.versionId).toBe(versionId);
    },
  );

  test("is returned with the same values that the SDK returns", async () => {
    const { endpoint, ...access } = inject("objectStore");
    const connection = { ...connectionTo(endpoint), ...access, publicEndpoint: endpoint };
    const storage = createS3ObjectStorage(connection);
    const key = `staged/${crypto.randomUUID()} ü'()*!+&=~`;
    const options = { signedAt: new Date(), expiresInSeconds: 60, sizeBytes: null };
    const body = new TextEncoder().encode("content");
    const headers = { "content-type": "application/pdf" };
    await fetch(await storage.signUpload(key, options), { method: "PUT", body, headers });
    const client = createS3Client(connection);
    const answer = await client.send(new HeadObjectCommand({ Bucket: access.bucket, Key: key }));
    client.destroy();
    expect(await storage.head(key)).toEqual({
      versionId: answer.VersionId,
      sizeBytes: answer.ContentLength,
      etag: answer.ETag?.replaceAll('"', ""),
      contentType: answer.ContentType,
    });
  });
});

function connectionTo(endpoint: string): S3Connection {
  return {
    endpoint,
    publicEndpoint: "https://files.example",
    region: "us-east-1",
    bucket: "stagedoor",
    accessKeyId: "id",
    secretAccessKey: "secret",
    forcePathStyle: true,
    versioning: "auto",
  };
}
