import { describe, expect, test } from "vitest";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import type { ObjectStorage } from "../ports";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import type { Versioning } from "../testing/kept-versions";
import { changeDocumentStatus } from "./change-document-status";
import { createStagedDocument } from "./create-staged-document";
import { getDocumentContent } from "./staged-documents";

const actor = anApiKeyActor();
const START = { key: "", versionId: null };

async function arrange(versioning: Versioning) {
  const ports = makeDocumentPorts();
  ports.storage.setVersioning(versioning);
  const input = { assetIdentifier: "BLD-0001", name: "report.pdf", folder: null, sizeBytes: null };
  const { document, uploadSignedUrl } = await createStagedDocument(ports, { actor, ...input });
  const { uuid } = document;
  const upload = (body: string) => ports.storage.fetch(uploadSignedUrl, { method: "PUT", body });
  const report = (changed: Partial<ObjectStorage> = {}) =>
    changeDocumentStatus(
      { ...ports, storage: { ...ports.storage, ...changed } },
      { actor, uuid, status: 2 },
    );
  const content = async () => {
    const { downloadSignedUrl } = await getDocumentContent(ports, uuid);
    return (await ports.storage.fetch(downloadSignedUrl)).text();
  };
  const versionsKept = async () => (await ports.storage.list("", START, 100)).objects.length;
  return { ports, uuid, upload, report, content, versionsKept };
}

const never = () => Promise.reject(new Error("this call is not needed"));
const NO_OTHER_CALL = {
  copyIfUnchanged: never,
  remove: never,
  removeAll: never,
  list: never,
};

describe("reporting status 2 in a store that keeps versions", () => {
  test("makes one call to the store, and the version in the response becomes the document's file", async () => {
    const { ports, uuid, upload, report, content } = await arrange("enabled");
    await upload("content");
    const looks: string[] = [];
    const head: ObjectStorage["head"] = (key) => {
      looks.push(key);
      return ports.storage.head(key);
    };
    const { file } = await report({ ...NO_OTHER_CALL, head });
    expect(looks).toEqual([`staged/${uuid}`]);
    const { versionId = null } = (await ports.storage.head(`staged/${uuid}`)) ?? {};
    expect(file).toMatchObject({ objectKey: `staged/${uuid}`, versionId, sizeBytes: 7 });
    expect(versionId).not.toBeNull();
    expect(await content()).toBe("content");
  });

  test("is not affected by a later upload to the same URL", async () => {
    const { upload, report, content } = await arrange("enabled");
    await upload("reported");
    const before = await report();
    await upload("replaced");
    expect(await report()).toEqual(before);
    expect(await content()).toBe("reported");
  });

  test("keeps the winner's version if it loses to a concurrent report", async () => {
    const { ports, upload, report, content, versionsKept } = await arrange("enabled");
    await upload("first");
    const head: ObjectStorage["head"] = async (key) => {
      const found = await ports.storage.head(key);
      await report();
      await upload("second");
      return found;
    };
    const answer = await report({ ...NO_OTHER_CALL, head });
    expect(answer).toMatchObject({ status: 2, file: { sizeBytes: 5 } });
    expect(await content()).toBe("first");
    expect(await versionsKept()).toBe(2);
  });

  test("ignores an upload between the check and the statement", async () => {
    const { ports, upload, report, content } = await arrange("enabled");
    await upload("seen");
    const head: ObjectStorage["head"] = async (key) => {
      const found = await ports.storage.head(key);
      await upload("not seen");
      return found;
    };
    expect((await report({ head })).file?.sizeBytes).toBe(4);
    expect(await content()).toBe("seen");
  });
});

describe("reporting status 2 for an upload without a version", () => {
  test.each(["off", "suspended"] as const)(
    "makes a copy with versioning %s",
    async (versioning) => {
      const { uuid, upload, report, content } = await arrange(versioning);
      await upload("reported");
      const { file } = await report();
      expect(file?.objectKey).toMatch(new RegExp(`^documents/${uuid}/`));
      expect(file?.versionId).toBeNull();
      await upload("replaced");
      expect(await content()).toBe("reported");
    },
  );

  test("makes a copy even if earlier uploads had versions", async () => {
    const { ports, upload, report, content } = await arrange("enabled");
    await upload("while versions were kept");
    ports.storage.setVersioning("suspended");
    await upload("reported");
    const { file } = await report();
    expect(file?.versionId).toBeNull();
    await upload("replaced");
    expect(await content()).toBe("reported");
  });

  test("makes a copy of a file that was uploaded before versioning was enabled", async () => {
    const { ports, upload, report, content } = await arrange("off");
    await upload("reported");
    ports.storage.setVersioning("enabled");
    expect((await report()).file?.versionId).toBeNull();
    await upload("replaced");
    expect(await content()).toBe("reported");
  });

  test("makes a copy whose ETag may differ from the upload's", async () => {
    const { ports, upload, report, content } = await arrange("off");
    await upload("reported");
    const head: ObjectStorage["head"] = async (key) => {
      const found = await ports.storage.head(key);
      return found && key.startsWith("documents/") ? { ...found, etag: "of-the-copy" } : found;
    };
    expect((await report({ head })).status).toBe(2);
    expect(await content()).toBe("reported");
  });

  test("discards the copy if the upload was replaced in the meantime", async () => {
    const { ports, upload, report } = await arrange("off");
    await upload("first");
    const copyIfUnchanged: ObjectStorage["copyIfUnchanged"] = async (...parameters) => {
      const outcome = await ports.storage.copyIfUnchanged(...parameters);
      await upload("other");
      return outcome;
    };
    await expect(report({ copyIfUnchanged })).rejects.toMatchObject({ code: "file-changed" });
    expect(ports.storage.keysBelow("documents/")).toEqual([]);
  });
});
