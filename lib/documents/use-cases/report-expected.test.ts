import { describe, expect, test } from "vitest";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { moveOnTo } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import type { Versioning } from "../testing/kept-versions";
import { losingTheAnswer } from "../testing/losing-the-answer.fixture";
import { changeDocumentStatus } from "./change-document-status";
import { createStagedDocument } from "./create-staged-document";

const actor = anApiKeyActor();
const ALL = { after: null, limit: 100 };

/** Reports through ports that note each load, each inspection and each announcement. */
async function arrange(versioning: Versioning) {
  const ports = makeDocumentPorts();
  ports.storage.setVersioning(versioning);
  const input = { assetIdentifier: "BLD-0001", name: "report.pdf", folder: null, sizeBytes: null };
  const { document, uploadSignedUrl } = await createStagedDocument(ports, { actor, ...input });
  const calls: string[] = [];
  const { documents, storage } = ports;
  const noting = {
    ...ports,
    changes: { announce: () => calls.push("announce") },
    documents: {
      ...documents,
      find: (uuid: string) => {
        calls.push("load");
        return documents.find(uuid);
      },
    },
    storage: {
      ...storage,
      head: (key: string) => {
        calls.push(key.startsWith("staged/") ? "inspect" : "inspect the copy");
        return storage.head(key);
      },
    },
  };
  const upload = (body = "content") => storage.fetch(uploadSignedUrl, { method: "PUT", body });
  const report = (status = 2, uuid = document.uuid) =>
    changeDocumentStatus(noting, { actor, uuid, status });
  const history = () => documents.listStatusChanges(document.uuid, ALL);
  return { ports, noting, document, calls, upload, report, history };
}

describe("reporting status 2 for a document that is waiting for its upload", () => {
  test.each(["a lower-case", "an upper-case"])(
    "loads nothing and announces the move if the store keeps versions, with %s uuid",
    async (form) => {
      const { document, calls, upload, report } = await arrange("enabled");
      await upload();
      const { uuid } = document;
      const reported = await report(2, form === "a lower-case" ? uuid : uuid.toUpperCase());
      expect(reported).toMatchObject({ uuid, status: 2 });
      expect(calls).toEqual(["inspect", "announce"]);
    },
  );

  test("inspects the upload as often as before if the store keeps no versions", async () => {
    const { calls, upload, report } = await arrange("off");
    await upload();
    expect(await report()).toMatchObject({ status: 2 });
    expect(calls).toEqual(["inspect", "load", "inspect", "inspect the copy", "announce"]);
  });

  test.each([
    { code: "file-not-uploaded", content: null },
    { code: "file-empty", content: "" },
    { code: "file-too-large", content: "x".repeat(101) },
  ])("is refused as $code after a single inspection", async ({ code, content }) => {
    const { calls, upload, report, history } = await arrange("enabled");
    if (content !== null) await upload(content);
    await expect(report()).rejects.toMatchObject({ code });
    expect(calls.filter((call) => call !== "load")).toEqual(["inspect"]);
    expect(await history()).toHaveLength(1);
  });

  test("moves the document once if it is reported ten times at once", async () => {
    const { calls, upload, report, history } = await arrange("enabled");
    await upload();
    const reported = await Promise.all(Array.from({ length: 10 }, () => report()));
    expect(reported).toEqual(Array(10).fill(reported[0]));
    expect(await history()).toHaveLength(2);
    expect(calls.filter((call) => call === "announce")).toHaveLength(1);
  });

  test("is committed although the database's answer was lost, and the repeated report returns the record", async () => {
    const { noting, document, upload, report, history } = await arrange("enabled");
    await upload();
    const { uuid } = document;
    await expect(
      changeDocumentStatus(losingTheAnswer(noting), { actor, uuid, status: 2 }),
    ).rejects.toMatchObject({ code: "database-unavailable" });
    const { file } = await report();
    expect(await noting.storage.head(`staged/${uuid}`)).toMatchObject({
      versionId: file?.versionId,
    });
    expect(await history()).toHaveLength(2);
  });

  test("rejects with an unexpected error of the object store as it is", async () => {
    const { noting, document, calls } = await arrange("enabled");
    const head = () => Promise.reject(new TypeError("a bug"));
    const storage = { ...noting.storage, head };
    const { uuid } = document;
    const reporting = changeDocumentStatus({ ...noting, storage }, { actor, uuid, status: 2 });
    await expect(reporting).rejects.toThrow("a bug");
    expect(calls).toEqual([]);
  });
});

describe("reporting status 2 for a document that is not waiting for its upload", () => {
  test.each([2, 3, 4, 5, 8] as const)(
    "returns the record at status %i and changes nothing",
    async (status) => {
      const { ports, calls, upload, report, history } = await arrange("enabled");
      await upload();
      const before = await moveOnTo(ports, await report(), status);
      const historyBefore = await history();
      calls.length = 0;
      expect(before.status).toBe(status);
      expect(await report()).toEqual(before);
      expect(await history()).toEqual(historyBefore);
      expect(calls).toEqual(["inspect", "load"]);
    },
  );

  test("returns the record of a repeated report, even if the object store is unavailable", async () => {
    const { ports, upload, report } = await arrange("enabled");
    await upload();
    const first = await report();
    ports.storage.setAvailable(false);
    expect(await report()).toEqual(first);
  });

  test("is refused after a failed upload, although there is a file, and changes nothing", async () => {
    const { ports, document, upload, report } = await arrange("enabled");
    await upload();
    const failed = await report(6);
    await expect(report()).rejects.toMatchObject({ code: "invalid-transition" });
    expect(await ports.documents.find(document.uuid)).toEqual(failed);
  });

  test("says that there is no document with an unknown uuid", async () => {
    const { report } = await arrange("enabled");
    const reporting = report(2, "00000000-0000-7000-8000-000000000000");
    await expect(reporting).rejects.toMatchObject({ code: "staged-document-not-found" });
  });
});

describe("the object store is not asked", () => {
  test("about an identifier that is not a UUID", async () => {
    const { calls, report } = await arrange("enabled");
    await expect(report(2, "no-uuid")).rejects.toMatchObject({ code: "staged-document-not-found" });
    expect(calls).not.toContain("inspect");
  });

  test("about the upload when a processing run is reported", async () => {
    const { noting, document, calls, upload } = await arrange("enabled");
    await upload();
    const { uuid } = document;
    const reporting = changeDocumentStatus(noting, { actor, uuid, status: 2, run: 1 });
    await expect(reporting).rejects.toMatchObject({ code: "run-ended" });
    expect(calls).toEqual(["load"]);
  });
});
