import { describe, expect, test } from "vitest";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import {
  arrangeAwaited,
  failingAt,
  UNTIL_SWEPT_SECONDS,
} from "@/lib/upkeep/testing/awaited-upload.fixture";
import { type InMemoryUpkeepPorts, makeUpkeepPorts } from "../testing/in-memory-upkeep-ports";
import { sweepAwaitedUploads } from "./sweep-awaited-uploads";

const NOTHING = { uploadsFound: 0, uploadsGivenUp: 0, uploadsLeft: 0, failures: [] };
const MISSING_BUCKET = "the bucket of this test does not exist";
const lastChangeOf = async (ports: InMemoryUpkeepPorts, uuid: string) =>
  (await ports.documents.listStatusChanges(uuid, { after: null, limit: 100 }))?.at(-1);

/** Returns ports in which something happens after the store has been read and before the document is moved. */
function meanwhile(
  ports: InMemoryUpkeepPorts,
  happens: () => Promise<unknown>,
): InMemoryUpkeepPorts {
  let isFirst = true;
  const head: InMemoryUpkeepPorts["storage"]["head"] = async (key) => {
    const found = await ports.storage.head(key);
    if (isFirst) {
      isFirst = false;
      await happens();
    }
    return found;
  };
  return { ...ports, storage: { ...ports.storage, head } };
}

describe("an unreported upload", () => {
  test("is left alone until the grace period ends and is settled after that", async () => {
    const { ports, upload, statusNow } = await arrangeAwaited();
    await upload("content");
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS - 0.001);
    expect(await sweepAwaitedUploads(ports)).toEqual(NOTHING);
    expect(await statusNow()).toBe(1);
    ports.clock.advanceSeconds(0.001);
    expect(await sweepAwaitedUploads(ports)).toEqual({ ...NOTHING, uploadsFound: 1 });
    expect(await statusNow()).toBe(2);
  });

  test("becomes the document's file under a key that the uploader cannot write to", async () => {
    const { ports, uuid, upload } = await arrangeAwaited();
    await upload("content");
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    await sweepAwaitedUploads(ports);
    const file = (await ports.documents.find(uuid))?.file;
    expect(file).toMatchObject({ sizeBytes: 7, verifiedAt: ports.clock.now() });
    expect(file?.objectKey).toMatch(new RegExp(`^documents/${uuid}/`));
    expect(await ports.storage.head(file?.objectKey ?? "")).not.toBeNull();
  });

  test("is recorded in the history as found by the sweep", async () => {
    const { ports, uuid, upload } = await arrangeAwaited();
    await upload("content");
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    await sweepAwaitedUploads(ports);
    expect(await lastChangeOf(ports, uuid)).toMatchObject({
      previousStatus: 1,
      currentStatus: 2,
      actor: "sweeper",
      reason: "upload-found",
    });
  });
});

describe("an upload that is not a valid file", () => {
  test.each([
    ["no file", null, "upload-expired"],
    ["an empty file", "", "file-empty"],
    ["a file above the limit", "x".repeat(101), "file-too-large"],
  ])("%s: the upload fails", async (_name, body, code) => {
    const { ports, uuid, upload } = await arrangeAwaited();
    if (body !== null) await upload(body);
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    expect(await sweepAwaitedUploads(ports)).toEqual({ ...NOTHING, uploadsGivenUp: 1 });
    expect(await ports.documents.find(uuid)).toMatchObject({ status: 6, failure: { code } });
    expect(await lastChangeOf(ports, uuid)).toMatchObject({
      previousStatus: 1,
      currentStatus: 6,
      actor: "sweeper",
      reason: "upload-expired",
    });
  });

  test("leaves no work for a second sweep", async () => {
    const { ports } = await arrangeAwaited();
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    await sweepAwaitedUploads(ports);
    expect(await sweepAwaitedUploads(ports)).toEqual(NOTHING);
  });
});

describe("changes during a sweep", () => {
  test("that replace the object leave it for the next sweep, without a copy", async () => {
    const { ports, upload, statusNow } = await arrangeAwaited();
    await upload("first");
    const earlier = { ...ports, sweepLimits: { ...ports.sweepLimits, uploadGraceSeconds: -3_600 } };
    const swept = await sweepAwaitedUploads({ ...meanwhile(earlier, () => upload("second")) });
    expect(swept).toEqual({ ...NOTHING, uploadsLeft: 1 });
    expect(await statusNow()).toBe(1);
    expect(ports.storage.keysBelow("documents/")).toEqual([]);
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    expect(await sweepAwaitedUploads(ports)).toEqual({ ...NOTHING, uploadsFound: 1 });
  });

  test("that report the upload first take effect, and the sweep's copy is removed", async () => {
    const { ports, actor, uuid, upload } = await arrangeAwaited();
    await upload("content");
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    const report = () => changeDocumentStatus(ports, { actor, uuid, status: 2 });
    expect(await sweepAwaitedUploads(meanwhile(ports, report))).toEqual({
      ...NOTHING,
      uploadsLeft: 1,
    });
    const file = (await ports.documents.find(uuid))?.file;
    expect(ports.storage.keysBelow("documents/")).toEqual([file?.objectKey]);
    expect((await lastChangeOf(ports, uuid))?.actor).not.toBe("sweeper");
  });

  test.each(["content", null])(
    "leave a document with a renewed URL unsettled (%s)",
    async (body) => {
      const { ports, uuid, upload, statusNow } = await arrangeAwaited();
      if (body !== null) await upload(body);
      ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
      const renew = async () => {
        const document = await ports.documents.find(uuid);
        if (document) ports.documents.place({ ...document, uploadExpiresAt: ports.clock.now() });
      };
      expect(await sweepAwaitedUploads(meanwhile(ports, renew))).toEqual({
        ...NOTHING,
        uploadsLeft: 1,
      });
      expect(await statusNow()).toBe(1);
      expect(ports.storage.keysBelow("documents/")).toEqual([]);
    },
  );
});

describe("failures", () => {
  test("a failure on one document does not stop the sweep, and the next sweep retries that document", async () => {
    const ports = makeUpkeepPorts();
    const first = await arrangeAwaited(ports);
    const broken = await arrangeAwaited(ports);
    const last = await arrangeAwaited(ports);
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    const swept = await sweepAwaitedUploads(failingAt(ports, `staged/${broken.uuid}`));
    expect(swept).toMatchObject({
      uploadsGivenUp: 2,
      failures: [
        { work: "awaited-uploads", subject: broken.uuid, code: "object-store-unavailable" },
      ],
    });
    expect([await first.statusNow(), await broken.statusNow(), await last.statusNow()]).toEqual([
      6, 1, 6,
    ]);
    expect(await sweepAwaitedUploads(ports)).toEqual({ ...NOTHING, uploadsGivenUp: 1 });
  });

  test.each(["store", "database"] as const)(
    "a %s that becomes unavailable is not called for every document, and no upload fails",
    async (part) => {
      const ports = makeUpkeepPorts();
      const { setAvailable } = part === "store" ? ports.storage : ports.documents;
      for (let count = 1; count <= 5; count += 1) await arrangeAwaited(ports);
      ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
      const swept = await sweepAwaitedUploads(meanwhile(ports, async () => setAvailable(false)));
      expect(swept.uploadsGivenUp).toBe(0);
      expect(swept.failures).toHaveLength(4);
      expect(swept.failures.at(-1)?.subject).toBeNull();
      setAvailable(true);
      expect(await sweepAwaitedUploads(ports)).toEqual({ ...NOTHING, uploadsGivenUp: 5 });
    },
  );

  test("three bad objects do not block the following objects", async () => {
    const ports = makeUpkeepPorts();
    let broken: InMemoryUpkeepPorts = ports;
    for (let count = 1; count <= 7; count += 1) {
      const { uuid } = await arrangeAwaited(ports);
      if (count <= 6) broken = failingAt(broken, `staged/${uuid}`);
    }
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    const { uploadsGivenUp, failures } = await sweepAwaitedUploads(broken);
    expect(uploadsGivenUp).toBe(1);
    expect(failures).toHaveLength(6);
  });

  test("more documents than fit on one page are all settled", async () => {
    const ports = makeUpkeepPorts();
    for (let count = 1; count <= 205; count += 1) await arrangeAwaited(ports);
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    expect(await sweepAwaitedUploads(ports)).toEqual({ ...NOTHING, uploadsGivenUp: 205 });
  });
});

describe("a missing bucket", () => {
  test("does not make any upload fail", async () => {
    const { ports, upload, statusNow } = await arrangeAwaited();
    await upload("content");
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    ports.storage.setBucketThere(false);
    expect(await sweepAwaitedUploads(ports)).toMatchObject({
      uploadsGivenUp: 0,
      failures: [{ work: "awaited-uploads", subject: null, message: MISSING_BUCKET }],
    });
    expect(await statusNow()).toBe(1);
    ports.storage.setBucketThere(true);
    expect(await sweepAwaitedUploads(ports)).toEqual({ ...NOTHING, uploadsFound: 1 });
  });

  test("a bucket that disappears during the sweep does not make any upload fail", async () => {
    const { ports, uuid, statusNow } = await arrangeAwaited();
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    const swept = await sweepAwaitedUploads(
      meanwhile(ports, async () => ports.storage.setBucketThere(false)),
    );
    expect(swept).toMatchObject({ failures: [{ subject: uuid, message: MISSING_BUCKET }] });
    expect(await statusNow()).toBe(1);
  });
});
