import { describe, expect, test } from "vitest";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import {
  arrangeAwaited,
  failingAt,
  UNTIL_SWEPT_SECONDS,
} from "@/lib/upkeep/testing/awaited-upload.fixture";
import { type InMemoryUpkeepPorts, makeUpkeepPorts } from "../testing/in-memory-upkeep-ports";
import { sweepAwaitedUploads } from "./sweep-awaited-uploads";
import { sweepLeftovers } from "./sweep-leftovers";

const NOTHING = { leftoversRemoved: 0, unknownObjectsKept: 0, failures: [] };
const DAY_SECONDS = 86_400;
const recent = { isWholeStore: false };

async function arrangeReported(ports: InMemoryUpkeepPorts = makeUpkeepPorts()) {
  const arranged = await arrangeAwaited(ports);
  const { actor, uuid, upload } = arranged;
  await upload("content");
  const document = await changeDocumentStatus(ports, { actor, uuid, status: 2 });
  return { ...arranged, objectKey: document.file?.objectKey ?? "" };
}

/** Stores an object that no document has created. */
async function putAt({ storage, clock }: InMemoryUpkeepPorts, key: string) {
  const options = { signedAt: clock.now(), expiresInSeconds: 60, sizeBytes: null };
  const url = await storage.signUpload(key, options);
  await storage.fetch(url, { method: "PUT", body: "content" });
}

describe("uploads", () => {
  test("of a reported document are removed once no upload can be in progress, and its bytes stay", async () => {
    const { ports, objectKey } = await arrangeReported();
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS - 0.001);
    expect(await sweepLeftovers(ports, recent)).toEqual(NOTHING);
    ports.clock.advanceSeconds(0.001);
    expect(await sweepLeftovers(ports, recent)).toEqual({ ...NOTHING, leftoversRemoved: 1 });
    expect(ports.storage.keysBelow("")).toEqual([objectKey]);
  });

  test("that arrive after the document has failed are removed and do not change it", async () => {
    const { ports, uuid, statusNow } = await arrangeAwaited();
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    await sweepAwaitedUploads(ports);
    await putAt(ports, `staged/${uuid}`);
    await sweepAwaitedUploads(ports);
    expect(await statusNow()).toBe(6);
    expect(await sweepLeftovers(ports, recent)).toEqual({ ...NOTHING, leftoversRemoved: 1 });
    expect(await statusNow()).toBe(6);
    expect(ports.storage.keysBelow("")).toEqual([]);
  });

  test("of a document that is waiting for them stay, even after a long time", async () => {
    const { ports, upload } = await arrangeAwaited();
    await upload("content");
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    expect(await sweepLeftovers(ports, recent)).toEqual(NOTHING);
  });

  test("without a document are removed after the lifetime of a URL and the grace period", async () => {
    const ports = makeUpkeepPorts();
    await putAt(ports, "staged/019cbc00-0000-7000-8000-ffffffffffff");
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS - 0.001);
    expect(await sweepLeftovers(ports, recent)).toEqual({ ...NOTHING, unknownObjectsKept: 1 });
    ports.clock.advanceSeconds(0.001);
    expect(await sweepLeftovers(ports, recent)).toEqual({ ...NOTHING, leftoversRemoved: 1 });
  });
});

describe("copies", () => {
  test("from a report that was interrupted or lost a race are removed after the grace period", async () => {
    const { ports, uuid, objectKey } = await arrangeReported();
    ports.clock.advanceSeconds(60);
    await putAt(ports, `documents/${uuid}/of-a-crash`);
    ports.clock.advanceSeconds(21_600 - 0.001);
    await sweepLeftovers(ports, recent);
    expect(ports.storage.keysBelow("documents/")).toHaveLength(2);
    ports.clock.advanceSeconds(0.001);
    await sweepLeftovers(ports, recent);
    expect(ports.storage.keysBelow("documents/")).toEqual([objectKey]);
  });

  test("of documents older than 30 days are checked only by a sweep of the whole store", async () => {
    const { ports, uuid, objectKey } = await arrangeReported();
    await putAt(ports, `documents/${uuid}/of-a-crash`);
    ports.clock.advanceSeconds(60 * DAY_SECONDS);
    expect(await sweepLeftovers(ports, recent)).toMatchObject({ leftoversRemoved: 1 });
    expect(ports.storage.keysBelow("documents/")).toHaveLength(2);
    expect(await sweepLeftovers(ports, { isWholeStore: true })).toMatchObject({
      leftoversRemoved: 1,
    });
    expect(ports.storage.keysBelow("documents/")).toEqual([objectKey]);
  });

  test("that were marked as erased and still exist are removed by a sweep of the whole store", async () => {
    const { ports, uuid } = await arrangeReported();
    await ports.sweeps.eraseContent(uuid, ports.clock.now());
    ports.clock.advanceSeconds(60 * DAY_SECONDS);
    await sweepLeftovers(ports, { isWholeStore: true });
    expect(ports.storage.keysBelow("")).toEqual([]);
  });

  test("of an unknown document are kept and counted", async () => {
    const ports = makeUpkeepPorts();
    await putAt(ports, "documents/019cbc00-0000-7000-8000-ffffffffffff/copy");
    ports.clock.advanceSeconds(20 * DAY_SECONDS);
    expect(await sweepLeftovers(ports, recent)).toEqual({ ...NOTHING, unknownObjectsKept: 1 });
  });
});

test("the sealed head of the audit log stays, even in a sweep of the whole store", async () => {
  const ports = makeUpkeepPorts();
  await putAt(ports, "audit/head");
  ports.clock.advanceSeconds(400 * DAY_SECONDS);
  expect(await sweepLeftovers(ports, { isWholeStore: true })).toEqual(NOTHING);
  expect(ports.storage.keysBelow("")).toEqual(["audit/head"]);
});

describe("versions", () => {
  const versioned = () => {
    const ports = makeUpkeepPorts();
    ports.storage.setVersioning("enabled");
    return ports;
  };
  const versionsOf = async ({ storage }: InMemoryUpkeepPorts) =>
    (await storage.list("", { key: "", versionId: null }, 100)).objects;

  test("of an upload are removed, except for the reported version", async () => {
    const ports = versioned();
    const { uuid, upload } = await arrangeReported(ports);
    await upload("late");
    await upload("later");
    const versionId = (await ports.documents.find(uuid))?.file?.versionId;
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    expect(await sweepLeftovers(ports, recent)).toEqual({ ...NOTHING, leftoversRemoved: 2 });
    expect(await versionsOf(ports)).toMatchObject([{ key: `staged/${uuid}`, versionId }]);
  });

  test("of one key are removed even if they span many pages", async () => {
    const ports = versioned();
    const { upload } = await arrangeReported(ports);
    for (const body of ["a", "b", "c"]) await upload(body);
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    const { list } = ports.storage;
    const onePerPage: typeof list = (prefix, after) => list(prefix, after, 1);
    const paging = { ...ports, storage: { ...ports.storage, list: onePerPage } };
    await sweepLeftovers(paging, recent);
    expect(await versionsOf(ports)).toHaveLength(1);
  });

  test("of documents older than 30 days are checked only on the oldest page", async () => {
    const ports = versioned();
    const { upload } = await arrangeReported(ports);
    const { upload: uploadToOther } = await arrangeReported(ports);
    await upload("late");
    await uploadToOther("late");
    ports.clock.advanceSeconds(60 * DAY_SECONDS);
    const { list } = ports.storage;
    const twoPerPage: typeof list = (prefix, after) => list(prefix, after, 2);
    const paging = { ...ports, storage: { ...ports.storage, list: twoPerPage } };
    expect(await sweepLeftovers(paging, recent)).toMatchObject({ leftoversRemoved: 1 });
    expect(await sweepLeftovers(paging, recent)).toMatchObject({ leftoversRemoved: 1 });
    expect(await versionsOf(ports)).toHaveLength(2);
  });
});

describe("pages and failures", () => {
  test("one statement finds the documents of 250 objects, regardless of the store's page size", async () => {
    const ports = makeUpkeepPorts();
    for (let count = 1; count <= 300; count += 1) await arrangeReported(ports);
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    let statements = 0;
    const findObjects: typeof ports.sweeps.findObjects = (uuids) => {
      statements += 1;
      return ports.sweeps.findObjects(uuids);
    };
    const counting = { ...ports, sweeps: { ...ports.sweeps, findObjects } };
    expect(await sweepLeftovers(counting, recent)).toEqual({ ...NOTHING, leftoversRemoved: 300 });
    expect(statements).toBe(4);
    expect(ports.storage.keysBelow("staged/")).toEqual([]);
    expect(ports.storage.keysBelow("documents/")).toHaveLength(300);
  });

  test("a failure on one object does not stop the sweep", async () => {
    const ports = makeUpkeepPorts();
    const { uuid } = await arrangeReported(ports);
    await arrangeReported(ports);
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    expect(await sweepLeftovers(failingAt(ports, `staged/${uuid}`), recent)).toMatchObject({
      leftoversRemoved: 1,
      failures: [{ work: "leftovers", subject: `staged/${uuid}` }],
    });
  });

  test("a missing bucket makes all of the work fail", async () => {
    const { ports } = await arrangeReported();
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    ports.storage.setBucketThere(false);
    expect(await sweepLeftovers(ports, recent)).toMatchObject({
      failures: [{ subject: null, message: "the bucket of this test does not exist" }],
    });
  });

  test("nothing is removed without the database", async () => {
    const { ports } = await arrangeReported();
    ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    ports.documents.setAvailable(false);
    expect(await sweepLeftovers(ports, recent)).toMatchObject({
      leftoversRemoved: 0,
      failures: [{ work: "leftovers", subject: null, code: "database-unavailable" }],
    });
    expect(ports.storage.keysBelow("")).toHaveLength(2);
  });
});
