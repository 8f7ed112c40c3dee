import { describe, expect, test } from "vitest";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import type { ObjectStorage } from "../ports";
import { type InMemoryDocumentPorts, makeDocumentPorts } from "../testing/in-memory-document-ports";
import { losingTheAnswer } from "../testing/losing-the-answer.fixture";
import { changeDocumentStatus } from "./change-document-status";
import { createStagedDocument } from "./create-staged-document";

const actor = anApiKeyActor();
const ALL = { after: null, limit: 100 };

async function arrange() {
  const ports = makeDocumentPorts();
  const values = { assetIdentifier: "BLD-0001", name: "report.pdf" };
  const input = { actor, ...values, folder: null, sizeBytes: null };
  const { document, uploadSignedUrl } = await createStagedDocument(ports, input);
  const upload = (body: string, headers: Record<string, string> = {}) =>
    ports.storage.fetch(uploadSignedUrl, { method: "PUT", body, headers });
  const { uuid } = document;
  const documentKeys = () => ports.storage.keysBelow(`documents/${uuid}/`);
  const history = async () => (await ports.documents.listStatusChanges(uuid, ALL)) ?? [];
  return { ports, document, uuid, upload, documentKeys, history };
}

const report = (ports: InMemoryDocumentPorts, uuid: string) =>
  changeDocumentStatus(ports, { actor, uuid, status: 2 });

const withStorage = (
  ports: InMemoryDocumentPorts,
  changed: Partial<ObjectStorage>,
): InMemoryDocumentPorts => ({
  ...ports,
  storage: { ...ports.storage, ...changed },
});

describe("reporting status 2 for an uploaded file", () => {
  test("returns the document with the object store's metadata for the file", async () => {
    const { ports, document, upload, documentKeys } = await arrange();
    await upload("content", { "content-type": "application/pdf" });
    ports.clock.advanceSeconds(30);
    const reported = await report(ports, document.uuid);
    expect(reported).toEqual({
      ...document,
      status: 2,
      updatedAt: ports.clock.now(),
      file: {
        sizeBytes: 7,
        contentType: "application/pdf",
        sha256: null,
        verifiedAt: ports.clock.now(),
        objectKey: documentKeys()[0],
        versionId: null,
        erasedAt: null,
      },
    });
  });

  test("records the time when the check ended, however long the copy took", async () => {
    const { ports, uuid, upload } = await arrange();
    await upload("content");
    const copyIfUnchanged: ObjectStorage["copyIfUnchanged"] = async (...parameters) => {
      ports.clock.advanceSeconds(20);
      return ports.storage.copyIfUnchanged(...parameters);
    };
    const reported = await report(withStorage(ports, { copyIfUnchanged }), uuid);
    expect(reported.updatedAt).toEqual(ports.clock.now());
    expect(reported.file?.verifiedAt).toEqual(ports.clock.now());
  });

  test.each([
    ["was not declared", {}],
    ["is too long to keep", { "content-type": `text/${"x".repeat(251)}` }],
  ])("records application/octet-stream for a file whose type %s", async (_name, headers) => {
    const { ports, uuid, upload, documentKeys } = await arrange();
    await upload("content", headers);
    expect((await report(ports, uuid)).file?.contentType).toBe("application/octet-stream");
    const copy = await ports.storage.head(documentKeys()[0] ?? "");
    expect(copy?.contentType).toBe("application/octet-stream");
  });

  test("accepts a uuid in capitals", async () => {
    const { ports, uuid, upload } = await arrange();
    await upload("content");
    expect((await report(ports, uuid.toUpperCase())).uuid).toBe(uuid);
  });

  test("accepts a file of exactly the limit, long after the URL has expired", async () => {
    const { ports, uuid, upload } = await arrange();
    await upload("x".repeat(100));
    ports.clock.advanceSeconds(100_000);
    expect((await report(ports, uuid)).status).toBe(2);
  });

  test("stores a file that a later upload to the same URL does not change", async () => {
    const { ports, uuid, upload, documentKeys } = await arrange();
    await upload("reported");
    const before = await report(ports, uuid);
    const secured = await ports.storage.head(before.file?.objectKey ?? "");
    await upload("replaced afterwards");
    expect(await report(ports, uuid)).toEqual(before);
    expect(await ports.storage.head(before.file?.objectKey ?? "")).toEqual(secured);
    expect(documentKeys()).toHaveLength(1);
  });
});

describe("the check of a reported status 2", () => {
  const refusedWith = async (
    arranged: Awaited<ReturnType<typeof arrange>>,
    code: string,
    ports = arranged.ports,
  ) => {
    await expect(report(ports, arranged.uuid)).rejects.toMatchObject({ code });
    expect(await arranged.ports.documents.find(arranged.uuid)).toEqual(arranged.document);
    expect(await arranged.history()).toHaveLength(1);
    expect(arranged.documentKeys()).toEqual([]);
  };

  test("keeps status 1 and creates no object if nothing was uploaded", async () => {
    await refusedWith(await arrange(), "file-not-uploaded");
  });

  test("keeps status 1 for an empty file, and a later file with content can be reported", async () => {
    const arranged = await arrange();
    await arranged.upload("");
    await refusedWith(arranged, "file-empty");
    await arranged.upload("content");
    expect((await report(arranged.ports, arranged.uuid)).status).toBe(2);
  });

  test("keeps status 1 for a file above the limit", async () => {
    const arranged = await arrange();
    await arranged.upload("x".repeat(101));
    await refusedWith(arranged, "file-too-large");
  });

  test("rejects a file that is replaced between the check and the copy", async () => {
    const arranged = await arrange();
    const { ports, upload } = arranged;
    await upload("first");
    const copyIfUnchanged: ObjectStorage["copyIfUnchanged"] = async (...parameters) => {
      await upload("other");
      return ports.storage.copyIfUnchanged(...parameters);
    };
    await refusedWith(arranged, "file-changed", withStorage(ports, { copyIfUnchanged }));
  });

  test.each(["other", "longer"])(
    "rejects a file that is replaced with %s bytes, even in a store that ignores the condition of a copy",
    async (body) => {
      const arranged = await arrange();
      const { ports, upload } = arranged;
      await upload("first");
      const copyIfUnchanged: ObjectStorage["copyIfUnchanged"] = async (fromKey, toKey, seen) => {
        await upload(body);
        const now = await ports.storage.head(fromKey);
        return ports.storage.copyIfUnchanged(fromKey, toKey, { ...seen, etag: now?.etag ?? "" });
      };
      await refusedWith(arranged, "file-changed", withStorage(ports, { copyIfUnchanged }));
    },
  );

  test("is unavailable without an object store: the status stays 1, and the report can be retried", async () => {
    const arranged = await arrange();
    await arranged.upload("content");
    arranged.ports.storage.setAvailable(false);
    await refusedWith(arranged, "object-store-unavailable");
    arranged.ports.storage.setAvailable(true);
    expect((await report(arranged.ports, arranged.uuid)).status).toBe(2);
  });
});

describe("concurrent reports of status 2", () => {
  test("ten reports return the same record, write one change and keep one object", async () => {
    const { ports, uuid, upload, documentKeys, history } = await arrange();
    await upload("content");
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(ports, uuid)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await history()).toHaveLength(2);
    expect(documentKeys()).toEqual([answers[0]?.file?.objectKey]);
  });

  test("a report that loses to a concurrent one returns its record and removes its own copy", async () => {
    const { ports, uuid, upload, documentKeys } = await arrange();
    await upload("content");
    const copyIfUnchanged: ObjectStorage["copyIfUnchanged"] = async (...parameters) => {
      const copied = await ports.storage.copyIfUnchanged(...parameters);
      await report(ports, uuid);
      return copied;
    };
    const answer = await report(withStorage(ports, { copyIfUnchanged }), uuid);
    expect(answer).toEqual(await ports.documents.find(uuid));
    expect(documentKeys()).toEqual([answer.file?.objectKey]);
  });

  test("a check that fails because a concurrent report was faster returns the record of that report", async () => {
    const { ports, uuid, upload, documentKeys } = await arrange();
    await upload("content");
    const copyIfUnchanged: ObjectStorage["copyIfUnchanged"] = async (...parameters) => {
      await report(ports, uuid);
      await upload("replaced");
      return ports.storage.copyIfUnchanged(...parameters);
    };
    const answer = await report(withStorage(ports, { copyIfUnchanged }), uuid);
    expect(answer).toEqual(await ports.documents.find(uuid));
    expect(documentKeys()).toEqual([answer.file?.objectKey]);
  });

  test("a report that loses to a report of status 6 is a conflict, and its copy is removed", async () => {
    const { ports, uuid, upload, documentKeys } = await arrange();
    await upload("content");
    const copyIfUnchanged: ObjectStorage["copyIfUnchanged"] = async (...parameters) => {
      await changeDocumentStatus(ports, { actor, uuid, status: 6 });
      return ports.storage.copyIfUnchanged(...parameters);
    };
    await expect(report(withStorage(ports, { copyIfUnchanged }), uuid)).rejects.toMatchObject({
      code: "invalid-transition",
    });
    expect(documentKeys()).toEqual([]);
  });
});

describe("a statement that was committed although its result was lost", () => {
  test("fails as database-unavailable, and the repeated report returns the record with its file", async () => {
    const { ports, uuid, upload, documentKeys, history } = await arrange();
    await upload("content");
    await expect(report(losingTheAnswer(ports), uuid)).rejects.toMatchObject({
      code: "database-unavailable",
    });
    const repeated = await report(ports, uuid);
    expect(repeated.status).toBe(2);
    expect(documentKeys()).toEqual([repeated.file?.objectKey]);
    expect(await ports.storage.head(repeated.file?.objectKey ?? "")).not.toBeNull();
    expect(await history()).toHaveLength(2);
  });
});
