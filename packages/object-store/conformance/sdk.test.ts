import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { put, readText, storeObject } from "./client";
import { APPLICATION_SETTINGS, sdkClient, sdkGetUrl, sdkPutUrl } from "./sdk";
import { presign } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

let store: TestStore;
let asApplication: S3Client;
let withDefaults: S3Client;
beforeAll(async () => {
  store = await startTestStore();
  asApplication = sdkClient(store.access, APPLICATION_SETTINGS);
  withDefaults = sdkClient(store.access);
});
afterAll(async () => {
  asApplication.destroy();
  withDefaults.destroy();
  await store.stop();
});

const at = (key: string) => ({ Bucket: "documents", Key: key });
const refusal = (status: number, name: string) => ({ name, $metadata: { httpStatusCode: status } });

describe("the AWS SDK with the application's settings", () => {
  test("signs only the host in a PUT URL, without checksums", async () => {
    const url = new URL(await sdkPutUrl(asApplication, at("x")));
    expect(url.search).not.toMatch(/checksum/i);
    expect(url.searchParams.get("X-Amz-SignedHeaders")).toBe("host");
  });

  test("signs the length and the host in a PUT URL for a file of known size", async () => {
    const url = await sdkPutUrl(asApplication, { ...at("sized"), ContentLength: 5 });
    expect(new URL(url).searchParams.get("X-Amz-SignedHeaders")).toBe("content-length;host");
    expect((await put(url)).status).toBe(200);
    expect((await put(url, "hello!")).status).toBe(403);
  });

  test("signs a GET URL without checksum mode", async () => {
    expect(await sdkGetUrl(asApplication, at("x"))).not.toMatch(/checksum/i);
  });

  test("creates the same signatures as the test suite's own signer", async () => {
    const date = new Date("2026-01-02T03:04:05Z");
    const url = await sdkPutUrl(asApplication, at("a b/ü"), { signingDate: date });
    const own = presign(store.access, {
      key: "a b/ü",
      at: date,
      query: [
        ["X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD"],
        ["x-id", "PutObject"],
      ],
    });
    expect(new URL(url).searchParams.get("X-Amz-Signature")).toBe(
      new URL(own).searchParams.get("X-Amz-Signature"),
    );
  });

  test("stores a buffer and a stream of known length", async () => {
    const bytes = randomBytes(200_000);
    const stream = Readable.from([bytes.subarray(0, 99_999), bytes.subarray(99_999)]);
    const input = { ...at("stream"), Body: stream, ContentLength: bytes.length };
    await asApplication.send(new PutObjectCommand(input));
    const { Body } = await asApplication.send(new GetObjectCommand(at("stream")));
    expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
  });

  test("verifies an upload with the same calls as the application: head, conditional copy, head, delete", async () => {
    await storeObject(store.access, "staged/1");
    const head = await asApplication.send(new HeadObjectCommand(at("staged/1")));
    const copy = { ...at("documents/1"), CopySource: "documents/staged/1" };
    const etag = String(head.ETag);
    await asApplication.send(new CopyObjectCommand({ ...copy, CopySourceIfMatch: etag }));
    const copied = await asApplication.send(new HeadObjectCommand(at("documents/1")));
    expect(copied).toMatchObject({ ETag: head.ETag, ContentLength: 5 });
    await storeObject(store.access, "staged/1", "replaced");
    const late = asApplication.send(new CopyObjectCommand({ ...copy, CopySourceIfMatch: etag }));
    await expect(late).rejects.toMatchObject(refusal(412, "PreconditionFailed"));
    await asApplication.send(new DeleteObjectCommand(at("staged/1")));
    expect(await readText(store.access, "documents/1")).toBe("hello");
  });
});

describe("the AWS SDK with the application's settings, beyond uploads", () => {
  test("creates, finds and lists a bucket", async () => {
    await asApplication.send(new CreateBucketCommand({ Bucket: "from-sdk" }));
    await asApplication.send(new HeadBucketCommand({ Bucket: "from-sdk" }));
    await storeObject({ ...store.access, bucket: "from-sdk" }, "ä <&> b");
    const { Contents } = await asApplication.send(new ListObjectsV2Command({ Bucket: "from-sdk" }));
    expect(Contents?.map(({ Key }) => Key)).toEqual(["ä <&> b"]);
    expect(Contents?.[0]?.LastModified).toBeInstanceOf(Date);
  });

  test.each([
    ["a wrong secret", { secretAccessKey: "wrong" }, "SignatureDoesNotMatch"],
    ["an unknown key id", { accessKeyId: "NOBODY" }, "InvalidAccessKeyId"],
  ])("is rejected with %s", async (_name, credentials, code) => {
    const stranger = sdkClient({ ...store.access, ...credentials }, APPLICATION_SETTINGS);
    const attempt = stranger.send(new PutObjectCommand({ ...at("wrong"), Body: "x" }));
    await expect(attempt).rejects.toMatchObject(refusal(403, code));
    stranger.destroy();
    expect(await readText(store.access, "wrong")).toBeNull();
  });

  test.each([
    [
      "a wrong checksum",
      { ChecksumSHA256: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" },
      400,
      "BadDigest",
    ],
    ["IfNoneMatch on an existing key", { IfNoneMatch: "*" }, 412, "PreconditionFailed"],
  ])("is rejected for %s", async (_name, input, status, code) => {
    await storeObject(store.access, "existing", "before");
    const command = new PutObjectCommand({ ...at("existing"), Body: "hello", ...input });
    await expect(asApplication.send(command)).rejects.toMatchObject(refusal(status, code));
    expect(await readText(store.access, "existing")).toBe("before");
  });

  test("receives 501 for a batch deletion and for bucket configuration", async () => {
    const Objects = [{ Key: "b1" }];
    const batch = new DeleteObjectsCommand({ Bucket: "documents", Delete: { Objects } });
    await expect(asApplication.send(batch)).rejects.toMatchObject(refusal(501, "NotImplemented"));
    const cors = new PutBucketCorsCommand({
      Bucket: "documents",
      CORSConfiguration: { CORSRules: [{ AllowedOrigins: ["*"], AllowedMethods: ["PUT"] }] },
    });
    await expect(asApplication.send(cors)).rejects.toMatchObject(refusal(501, "NotImplemented"));
  });
});

describe("the AWS SDK with its own default settings", () => {
  test("stores and reads a body of known length, including its checksums", async () => {
    await withDefaults.send(new PutObjectCommand({ ...at("default"), Body: "hello" }));
    const { Body } = await withDefaults.send(new GetObjectCommand(at("default")));
    expect(await Body?.transformToString()).toBe("hello");
  });

  test("receives 501 for an aws-chunked stream, and no chunk framing is stored", async () => {
    const bytes = randomBytes(200_000);
    const input = { ...at("framed"), Body: Readable.from([bytes]), ContentLength: bytes.length };
    await expect(withDefaults.send(new PutObjectCommand(input))).rejects.toMatchObject(
      refusal(501, "NotImplemented"),
    );
    expect(await readText(store.access, "framed")).toBeNull();
  });

  test("signs a PUT URL with the checksum of an empty body, so that any other body is rejected with 400", async () => {
    const reply = await put(await sdkPutUrl(withDefaults, at("empty-crc")));
    expect(reply).toMatchObject({ status: 400, code: "BadDigest" });
    expect(await readText(store.access, "empty-crc")).toBeNull();
  });
});
