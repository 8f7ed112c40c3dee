import { describe, expect, test } from "vitest";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import type { Versioning } from "../testing/kept-versions";
import { changeDocumentStatus } from "./change-document-status";
import { createStagedDocument } from "./create-staged-document";

const actor = anApiKeyActor();

/** Reports through ports that note each load, each inspection and each announcement. */
async function arrange(versioning: Versioning) {
  const ports = makeDocumentPorts();
  ports.storage.setVersioning(versioning);
  const asked = { assetIdentifier: "BLD-0001", name: "report.pdf", folder: null, sizeBytes: null };
  const { document, uploadSignedUrl } = await createStagedDocument(ports, { actor, ...asked });
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
  const upload = () => storage.fetch(uploadSignedUrl, { method: "PUT", body: "content" });
  const report = (status = 2, uuid = document.uuid) =>
    changeDocumentStatus(noting, { actor, uuid, status });
  return { ports, document, calls, upload, report };
}

describe("reporting status 2 for a document that is waiting for its upload", () => {
  test.each(["the same", "an upper-case"])(
    "loads nothing and announces the move if the store keeps versions, with %s uuid",
    async (form) => {
      const { document, calls, upload, report } = await arrange("enabled");
      await upload();
      const { uuid } = document;
      const reported = await report(2, form === "the same" ? uuid : uuid.toUpperCase());
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
});

describe("reporting status 2 for a document that is not waiting for its upload", () => {
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

  test.each(["00000000-0000-7000-8000-000000000000", "no-uuid"])(
    "says that there is no document %s",
    async (uuid) => {
      const { report } = await arrange("enabled");
      await expect(report(2, uuid)).rejects.toMatchObject({ code: "staged-document-not-found" });
    },
  );
});
