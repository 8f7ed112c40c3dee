import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { put, readVersion, sendSigned } from "./client";
import { APPLICATION_SETTINGS, sdkClient } from "./sdk";
import { presign } from "./signer";
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

const at = (key: string, VersionId?: string) => ({
  Bucket: "documents",
  Key: key,
  ...(VersionId === undefined ? {} : { VersionId }),
});
const refusal = (status: number, name: string) => ({ name, $metadata: { httpStatusCode: status } });

/** Stores these bodies one after another under one key and returns their version ids. */
async function putAll(key: string, ...bodies: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const body of bodies) {
    const reply = await put(presign(store.access, { key }), body);
    ids.push(String(reply.headers["x-amz-version-id"]));
  }
  return ids;
}

describe("a version", () => {
  test("is reported by PUT, HEAD, GET and copy, and can be read by its id", async () => {
    const [one = "", two = ""] = await putAll("told", "one", "two");
    expect(await sdk.send(new HeadObjectCommand(at("told")))).toMatchObject({ VersionId: two });
    expect(await sdk.send(new HeadObjectCommand(at("told", one)))).toMatchObject({
      VersionId: one,
      ContentLength: 3,
    });
    const read = await sdk.send(new GetObjectCommand(at("told", one)));
    expect(read.VersionId).toBe(one);
    expect(await read.Body?.transformToString()).toBe("one");
    const copied = await sdk.send(
      new CopyObjectCommand({ ...at("copied"), CopySource: `documents/told?versionId=${one}` }),
    );
    expect(copied.CopySourceVersionId).toBe(one);
    expect(await readVersion(store.access, "copied", copied.VersionId ?? "")).toBe("one");
  });

  test("is removed only by its id", async () => {
    const [one = "", two = ""] = await putAll("removed", "one", "two");
    expect(await sdk.send(new DeleteObjectCommand(at("removed", two)))).toMatchObject({
      VersionId: two,
    });
    expect(await sdk.send(new HeadObjectCommand(at("removed")))).toMatchObject({ VersionId: one });
    await sdk.send(new DeleteObjectCommand(at("removed", two)));
    expect(await readVersion(store.access, "removed", two)).toBeNull();
    expect(await readVersion(store.access, "removed", one)).toBe("one");
  });

  test("that does not exist returns 404, and an invalid id returns 400", async () => {
    await putAll("missing", "one");
    const unknown = at("missing", "0".repeat(40));
    await expect(sdk.send(new GetObjectCommand(unknown))).rejects.toMatchObject(
      refusal(404, "NoSuchVersion"),
    );
    const wrong = at("missing", "../..");
    await expect(sdk.send(new GetObjectCommand(wrong))).rejects.toMatchObject(
      refusal(400, "InvalidArgument"),
    );
    await expect(sdk.send(new DeleteObjectCommand(wrong))).rejects.toMatchObject(
      refusal(400, "InvalidArgument"),
    );
  });

  test("has its own signed URL, which is not valid for any other version", async () => {
    const [one = "", two = ""] = await putAll("signed", "one", "two");
    const url = presign(store.access, {
      method: "GET",
      key: "signed",
      query: [["versionId", one]],
    });
    expect(await (await fetch(url)).text()).toBe("one");
    expect((await fetch(url.replace(one, two))).status).toBe(403);
    const ofNewest = presign(store.access, { method: "GET", key: "signed" });
    expect((await fetch(`${ofNewest}&versionId=${one}`)).status).toBe(403);
  });

  test("cannot be chosen by the uploader", async () => {
    const query = [["versionId", "0".repeat(40)]] as const;
    expect((await put(presign(store.access, { key: "chosen", query }))).status).toBe(501);
  });
});

test("a deletion without a version id hides the key, and removing the delete marker shows the key again", async () => {
  const [one = ""] = await putAll("hidden", "one");
  const hidden = await sdk.send(new DeleteObjectCommand(at("hidden")));
  expect(hidden.DeleteMarker).toBe(true);
  const head = sdk.send(new HeadObjectCommand(at("hidden")));
  await expect(head).rejects.toMatchObject(refusal(404, "NotFound"));
  const named = sdk.send(new GetObjectCommand(at("hidden", hidden.VersionId)));
  await expect(named).rejects.toMatchObject(refusal(405, "MethodNotAllowed"));
  const { Contents } = await sdk.send(
    new ListObjectsV2Command({ Bucket: "documents", Prefix: "hidden" }),
  );
  expect(Contents).toBeUndefined();
  expect(await readVersion(store.access, "hidden", one)).toBe("one");
  await sdk.send(new DeleteObjectCommand(at("hidden", hidden.VersionId)));
  expect(await sdk.send(new HeadObjectCommand(at("hidden")))).toMatchObject({ VersionId: one });
});

test("a listing of versions returns every version page by page, and whether it is the newest", async () => {
  const [one, two] = await putAll("listed/a <&> ä", "one", "two");
  const { VersionId: marker } = await sdk.send(new DeleteObjectCommand(at("listed/a <&> ä")));
  const [other] = await putAll("listed/b", "three");
  const seen: unknown[] = [];
  let next = {};
  for (;;) {
    const page = await sdk.send(
      new ListObjectVersionsCommand({
        Bucket: "documents",
        Prefix: "listed/",
        MaxKeys: 1,
        ...next,
      }),
    );
    seen.push(
      ...[...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map((version) => [
        version.Key,
        version.VersionId,
        version.IsLatest,
        "Size" in version && version.Size,
      ]),
    );
    if (!page.IsTruncated) break;
    next = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
  expect(seen).toEqual([
    ["listed/a <&> ä", marker, true, false],
    ["listed/a <&> ä", two, false, 3],
    ["listed/a <&> ä", one, false, 3],
    ["listed/b", other, true, 5],
  ]);
});

describe("a bucket", () => {
  const inBucket = { Bucket: "made-later", Key: "key" };
  const versioning = (Status: "Enabled" | "Suspended") =>
    sdk.send(
      new PutBucketVersioningCommand({
        Bucket: "made-later",
        VersioningConfiguration: { Status },
      }),
    );

  test("that is created after startup keeps versions once versioning is turned on", async () => {
    await sendSigned(store.access, { path: "/made-later" });
    const before = await sdk.send(new PutObjectCommand({ ...inBucket, Body: "before" }));
    expect(before.VersionId).toBeUndefined();
    expect((await sdk.send(new HeadObjectCommand(inBucket))).VersionId).toBeUndefined();
    const status = () => sdk.send(new GetBucketVersioningCommand({ Bucket: "made-later" }));
    expect((await status()).Status).toBeUndefined();
    await versioning("Enabled");
    await versioning("Enabled");
    expect((await status()).Status).toBe("Enabled");
    expect((await sdk.send(new HeadObjectCommand(inBucket))).VersionId).toBe("null");
    const after = await sdk.send(new PutObjectCommand({ ...inBucket, Body: "after" }));
    expect(after.VersionId).toMatch(/^[\da-f]{40}$/);
    const access = { ...store.access, bucket: "made-later" };
    expect(await readVersion(access, "key", "null")).toBe("before");
  });

  test("that is named in the settings keeps versions from the start", async () => {
    const reply = await sendSigned(store.access, {
      method: "GET",
      path: "/documents",
      query: [["versioning", ""]] as const,
    });
    expect(reply.text).toContain("<Status>Enabled</Status>");
  });

  test.each([
    ["suspending versions", "<Status>Suspended</Status>", 501, "NotImplemented"],
    ["deletions with a second factor", "<MfaDelete>Enabled</MfaDelete>", 501, "NotImplemented"],
    ["no status", "", 400, "MalformedXML"],
    ["a long body", "x".repeat(5000), 400, "EntityTooLarge"],
  ])("rejects %s", async (_name, content, status, code) => {
    const body = `<VersioningConfiguration>${content}</VersioningConfiguration>`;
    const query = [["versioning", ""]] as const;
    const path = "/documents";
    const reply = await sendSigned(store.access, { path, query, body });
    expect(reply).toMatchObject({ status, code });
  });
});
