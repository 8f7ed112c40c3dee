import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { createS3Client, type S3Connection } from "./s3-clients";
import { attachmentDisposition, createS3ObjectStorage } from "./s3-object-storage";

test("with S3_VERSIONING=off, a versioned bucket is used as if it had no versions", async () => {
  const storage = createS3ObjectStorage({ ...embeddedConnection(), versioning: "off" });
  const key = `staged/${crypto.randomUUID()}`;
  const options = { signedAt: new Date(), expiresInSeconds: 60, sizeBytes: null };
  await fetch(await storage.signUpload(key, options), { method: "PUT", body: "content" });
  expect((await storage.head(key))?.versionId).toBeNull();
  const { objects } = await storage.list(key, { key: "", versionId: null }, 10);
  expect(objects.map(({ versionId }) => versionId)).toEqual([null]);
  await storage.removeAll(key);
  expect(await storage.head(key)).toBeNull();
});

describe("upload URLs for API clients (decision 0006)", () => {
  const signed = async (sizeBytes: number | null = null) => {
    const storage = createS3ObjectStorage(embeddedConnection());
    const options = { signedAt: new Date(), expiresInSeconds: 3600, sizeBytes };
    return new URL(await storage.signUpload("staged/a", options)).searchParams;
  };

  test("have a signature that covers only the host", async () => {
    expect((await signed()).get("X-Amz-SignedHeaders")).toBe("host");
  });

  test("have a signature that also covers the length if a size is given", async () => {
    expect((await signed(7)).get("X-Amz-SignedHeaders")).toBe("content-length;host");
  });

  test("request no checksum", async () => {
    expect([...(await signed()).keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });

  test("contain the time of signing and their lifetime", async () => {
    const storage = createS3ObjectStorage(embeddedConnection());
    const signedAt = new Date("2026-03-01T12:00:00.000Z");
    const url = await storage.signUpload("staged/a", {
      signedAt,
      expiresInSeconds: 60,
      sizeBytes: null,
    });
    expect(new URL(url).searchParams.get("X-Amz-Date")).toBe("20260301T120000Z");
    expect(new URL(url).searchParams.get("X-Amz-Expires")).toBe("60");
  });

  test("contain the public address if it differs from the store's own", async () => {
    const publicEndpoint = "https://files.example.com";
    const storage = createS3ObjectStorage({ ...embeddedConnection(), publicEndpoint });
    const url = await storage.signUpload("staged/a", {
      signedAt: new Date(),
      expiresInSeconds: 60,
      sizeBytes: null,
    });
    expect(new URL(url).origin).toBe(publicEndpoint);
  });
});

describe("a store that keeps all metadata sent by an uploader, as AWS does", () => {
  const key = `staged/${crypto.randomUUID()}`;
  const connection = embeddedConnection();
  const Bucket = connection.bucket;
  const client = createS3Client(connection);
  const storage = createS3ObjectStorage(connection);
  beforeAll(async () => {
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key: key,
        Body: "not gzip",
        ContentType: "text/html",
        ContentEncoding: "gzip",
        ContentLanguage: "de",
        ContentDisposition: "inline",
        Expires: new Date("2093-01-01"),
        Metadata: { note: "a note" },
      }),
    );
  });

  test("copies an object with only its content type", async () => {
    const etag = (await storage.head(key))?.etag ?? "";
    const copyKey = `documents/${key}`;
    await storage.copyIfUnchanged(key, copyKey, { etag, contentType: "text/html" });
    const copy = await client.send(new HeadObjectCommand({ Bucket, Key: copyKey }));
    expect(copy).toMatchObject({ ContentType: "text/html", ContentLength: 8, Metadata: {} });
    expect(copy.ContentEncoding).toBeUndefined();
    expect(copy.ContentLanguage).toBeUndefined();
    expect(copy.ContentDisposition).toBeUndefined();
    expect(copy.ExpiresString).toBeUndefined();
  });

  test("returns none of that metadata in a download", async () => {
    const options = { signedAt: new Date(), expiresInSeconds: 60, fileName: "report.html" };
    const answer = await fetch(await storage.signDownload({ key, versionId: null }, options));
    expect(await answer.text()).toBe("not gzip");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": expect.stringMatching(/^attachment/),
      "content-encoding": "identity",
      "content-language": "und",
      "cache-control": "private, no-store",
      expires: "Thu, 01 Jan 1970 00:00:00 GMT",
    });
  });
});

describe("an unreachable store", () => {
  const calls: Record<
    string,
    (storage: ReturnType<typeof createS3ObjectStorage>) => Promise<unknown>
  > = {
    head: (storage) => storage.head("a"),
    copyIfUnchanged: (storage) =>
      storage.copyIfUnchanged("a", "b", { etag: "c", contentType: "application/pdf" }),
    remove: (storage) => storage.remove({ key: "a", versionId: null }),
    removeAll: (storage) => storage.removeAll("a"),
    list: (storage) => storage.list("staged/", { key: "", versionId: null }, 10),
    checkReachable: (storage) => storage.checkReachable(),
  };

  test.each(Object.entries(calls))("makes %s reject if no server listens", async (_name, call) => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // a TCP server's address is never a path
    server.close();
    const storage = createS3ObjectStorage(connectionTo(`http://127.0.0.1:${port}`));
    await expect(call(storage)).rejects.toMatchObject({ code: "object-store-unavailable" });
  });

  test.each(Object.entries(calls))(
    "makes %s reject if the server accepts the connection and never responds",
    async (_name, call) => {
      const endpoint = await silentServer();
      const timeouts = { connectMs: 50, requestMs: 50, copyMs: 50 };
      const storage = createS3ObjectStorage(connectionTo(endpoint), timeouts);
      await expect(call(storage)).rejects.toMatchObject({ code: "object-store-unavailable" });
    },
  );

  test("is not needed for signing", async () => {
    const storage = createS3ObjectStorage(connectionTo("http://127.0.0.1:1"));
    const options = { signedAt: new Date(), expiresInSeconds: 60, sizeBytes: null };
    await expect(storage.signUpload("staged/a", options)).resolves.toContain("X-Amz-Signature=");
  });
});

function embeddedConnection(): S3Connection {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = inject("objectStore");
  return { ...connectionTo(endpoint), region, bucket, accessKeyId, secretAccessKey };
}

function connectionTo(endpoint: string): S3Connection {
  return {
    endpoint,
    publicEndpoint: endpoint,
    region: "us-east-1",
    bucket: "stagedoor",
    accessKeyId: "id",
    secretAccessKey: "secret",
    forcePathStyle: true,
    versioning: "auto",
  };
}

async function silentServer(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  const sockets = new Set<{ destroy(): void }>();
  server.on("connection", (socket) => sockets.add(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address is never a path
}

describe("a Content-Disposition that saves a file instead of showing it", () => {
  test.each([
    ["report.pdf", `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['a"b.pdf', `attachment; filename="a_b.pdf"; filename*=UTF-8''a%22b.pdf`],
    ["a%20b.pdf", `attachment; filename="a_20b.pdf"; filename*=UTF-8''a%2520b.pdf`],
    [
      "Söhne's (1)*.pdf",
      `attachment; filename="S_hne's (1)*.pdf"; filename*=UTF-8''S%C3%B6hne%27s%20%281%29%2A.pdf`,
    ],
    [
      "日本語.pdf",
      `attachment; filename="___.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%E8%AA%9E.pdf`,
    ],
    ["😀.pdf", `attachment; filename="_.pdf"; filename*=UTF-8''%F0%9F%98%80.pdf`],
  ])("%s", (fileName, expected) => {
    expect(attachmentDisposition(fileName)).toBe(expected);
  });

  test("never contains a line break or a character that is not printable ASCII, whatever the file name", () => {
    const everyCodeUnit = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code));
    expect(attachmentDisposition(everyCodeUnit.join(""))).toMatch(/^[\x20-\x7e]+$/);
  });
});
