import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  ListObjectsCommand,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendSigned, storeObject } from "./client";
import { APPLICATION_SETTINGS, sdkClient } from "./sdk";
import { startTestStore, type TestStore } from "./test-store";

let store: TestStore;
let sdk: S3Client;
beforeAll(async () => {
  store = await startTestStore();
  sdk = sdkClient(store.access, APPLICATION_SETTINGS);
});
afterAll(async () => {
  sdk.destroy();
  await store.stop();
});

const refusal = (status: number, name: string) => ({ name, $metadata: { httpStatusCode: status } });

describe("deleting a bucket", () => {
  const bucket = { Bucket: "short-lived" };
  const remove = () => sdk.send(new DeleteBucketCommand(bucket));

  test("is rejected while the bucket holds any version, and the bucket stays usable", async () => {
    await sdk.send(new CreateBucketCommand(bucket));
    await sdk.send(new PutObjectCommand({ ...bucket, Key: "key", Body: "x" }));
    await expect(remove()).rejects.toMatchObject(refusal(409, "BucketNotEmpty"));
    await sdk.send(new PutObjectCommand({ ...bucket, Key: "key", Body: "y" }));
    await sdk.send(new DeleteObjectCommand({ ...bucket, Key: "key" }));
  });

  test("succeeds once the bucket is empty, and the name can be used again", async () => {
    await remove();
    await expect(sdk.send(new HeadBucketCommand(bucket))).rejects.toMatchObject(
      refusal(404, "NotFound"),
    );
    await expect(remove()).rejects.toMatchObject(refusal(404, "NoSuchBucket"));
    await sdk.send(new CreateBucketCommand(bucket));
    await sdk.send(new PutObjectCommand({ ...bucket, Key: "key", Body: "x" }));
  });

  test("at the same time as a write never loses a confirmed write", async () => {
    const access = { ...store.access, bucket: "contested" };
    for (let round = 0; round < 20; round += 1) {
      await sendSigned(store.access, { path: "/contested" });
      const [stored, removed] = await Promise.all([
        storeObject(access, "key").then(
          () => true,
          () => false,
        ),
        sendSigned(store.access, { method: "DELETE", path: "/contested" }),
      ]);
      expect(removed.status).toBe(stored ? 409 : 204);
      await sendSigned(access, { method: "DELETE", key: "key" });
      await sendSigned(store.access, { method: "DELETE", path: "/contested" });
    }
  });
});

describe("a header is accepted only if it asks for the default behaviour", () => {
  test.each([
    ["x-amz-acl", "private", 200],
    ["x-amz-acl", "public-read", 501],
    ["x-amz-storage-class", "STANDARD", 200],
    ["x-amz-storage-class", "GLACIER", 501],
    ["x-amz-server-side-encryption", "AES256", 501],
  ])("%s: %s on a PUT returns %i", async (name, value, status) => {
    const reply = await sendSigned(store.access, {
      key: "plain",
      headers: { [name]: value },
      body: "x",
    });
    expect(reply.status).toBe(status);
  });

  test.each([
    ["x-amz-bucket-object-lock-enabled", "false", 200],
    ["x-amz-bucket-object-lock-enabled", "true", 501],
    ["x-amz-acl", "private", 200],
  ])("%s: %s for a new bucket returns %i", async (name, value, status) => {
    const path = `/made-with-${name.slice(6)}-${value}`;
    expect((await sendSigned(store.access, { path, headers: { [name]: value } })).status).toBe(
      status,
    );
  });

  test("x-amz-bypass-governance-retention on a DELETE returns 204", async () => {
    const headers = { "x-amz-bypass-governance-retention": "true" };
    const reply = await sendSigned(store.access, { method: "DELETE", key: "plain", headers });
    expect(reply.status).toBe(204);
  });
});

describe("ListObjects, version 1", () => {
  const page = (input: object) =>
    sdk.send(new ListObjectsCommand({ Bucket: "listed-the-old-way", ...input }));
  beforeAll(async () => {
    const access = { ...store.access, bucket: "listed-the-old-way" };
    await sendSigned(access, { path: "/listed-the-old-way" });
    for (const key of ["a", "b/1", "b/2", "c"]) await storeObject(access, key);
  });

  test("returns keys and common prefixes page by page, using the marker", async () => {
    const seen: (string | undefined)[] = [];
    let Marker = "";
    for (;;) {
      const { Contents, CommonPrefixes, IsTruncated, NextMarker } = await page({
        Delimiter: "/",
        MaxKeys: 1,
        Marker,
      });
      seen.push(...(Contents ?? []).map(({ Key }) => Key));
      seen.push(...(CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
      if (!IsTruncated) break;
      Marker = NextMarker ?? "";
    }
    expect(seen).toEqual(["a", "b/", "c"]);
  });

  test("starts after the given marker", async () => {
    const { Contents, Marker } = await page({ Marker: "b/1" });
    expect(Contents?.map(({ Key }) => Key)).toEqual(["b/2", "c"]);
    expect(Marker).toBe("b/1");
  });

  test.each([
    ["1", 400],
    ["2", 200],
  ])("list-type %s returns %i", async (listType, status) => {
    const query = [["list-type", listType]] as const;
    const reply = await sendSigned(store.access, { method: "GET", path: "/documents", query });
    expect(reply.status).toBe(status);
  });
});
