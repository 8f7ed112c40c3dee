import { describe, expect, test } from "vitest";
import { isUuid } from "@/lib/kernel/rules/uuid";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import type { DocumentFilter } from "../ports";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { aDocumentFile, aStagedDocument } from "../testing/staged-document.fixture";
import { changeDocumentStatus } from "./change-document-status";
import { createStagedDocument } from "./create-staged-document";
import { getDocumentContent, getStagedDocument, listStagedDocuments } from "./staged-documents";

describe("a document", () => {
  test.each([1, 2, 3, 4, 5, 6, 8] as const)("is found at status %i", async (status) => {
    const ports = makeDocumentPorts();
    const document = await makeDocumentAt(ports, status);
    expect(await getStagedDocument(ports, document.uuid)).toEqual(document);
  });

  test("is found by its uuid in capitals", async () => {
    const ports = makeDocumentPorts();
    const document = await makeDocumentAt(ports, 1);
    expect(await getStagedDocument(ports, document.uuid.toUpperCase())).toEqual(document);
  });

  test("is not found if it does not exist, and the error contains its uuid", async () => {
    const unknown = getStagedDocument(makeDocumentPorts(), "019CBC00-0000-7000-8000-FFFFFFFFFFFF");
    await expect(unknown).rejects.toMatchObject({
      code: "staged-document-not-found",
      detail: expect.stringContaining("019cbc00-0000-7000-8000-ffffffffffff"),
    });
  });

  test("is not looked up by a string that is not a uuid, and the error does not repeat the string", async () => {
    const ports = makeDocumentPorts();
    ports.documents.setAvailable(false);
    const refused = getStagedDocument(ports, "<script>");
    await expect(refused).rejects.toMatchObject({
      code: "staged-document-not-found",
      detail: expect.not.stringContaining("script"),
    });
  });
});

describe("a uuid", () => {
  test.each([
    "019cbc00-0000-7000-8000-0000000000aa",
    "019CBC00-0000-7000-8000-0000000000AA",
    "00000000-0000-0000-0000-000000000000",
  ])("%s is valid", (text) => {
    expect(isUuid(text)).toBe(true);
  });

  test.each([
    "",
    "019cbc00000070008000000000000000aa",
    "019cbc00-0000-7000-8000-0000000000a",
    "019cbc00-0000-7000-8000-0000000000aa\n",
    "{019cbc00-0000-7000-8000-0000000000aa}",
    "019cbc00-0000-7000-8000-0000000000ag",
  ])("%j is not valid", (text) => {
    expect(isUuid(text)).toBe(false);
  });
});

const EVERYTHING: DocumentFilter = { assetIdentifier: null, status: null, updatedSince: null };

async function arrangeThree() {
  const ports = makeDocumentPorts();
  const records = [
    await makeDocumentAt(ports, 1),
    await makeDocumentAt(ports, 1),
    await makeDocumentAt(ports, 1),
  ];
  const list = (limit: number, filter = EVERYTHING) =>
    listStagedDocuments(ports, { filter, after: null, limit });
  return { ports, records, list };
}

test("a page that is not the last returns the document after which to continue", async () => {
  const { records, list } = await arrangeThree();
  expect(await list(2)).toEqual({ items: records.slice(0, 2), nextAfter: records[1] });
});

test.each([3, 4])("a page of %i with nothing left after it is the last page", async (limit) => {
  const { records, list } = await arrangeThree();
  expect(await list(limit)).toEqual({ items: records, nextAfter: null });
});

test("a filter without matches returns an empty page", async () => {
  const { list } = await arrangeThree();
  const updatedSince = new Date("2999-01-01T00:00:00Z");
  expect(await list(2, { ...EVERYTHING, updatedSince })).toEqual({ items: [], nextAfter: null });
});

async function arrangeReported() {
  const ports = makeDocumentPorts();
  const actor = anApiKeyActor();
  const fields = { assetIdentifier: "BLD-0001", name: "Söhne (1).pdf" };
  const input = { actor, ...fields, folder: null, sizeBytes: null };
  const { document, uploadSignedUrl } = await createStagedDocument(ports, input);
  await ports.storage.fetch(uploadSignedUrl, { method: "PUT", body: "reported" });
  await changeDocumentStatus(ports, { actor, uuid: document.uuid, status: 2 });
  return { ports, uuid: document.uuid, uploadSignedUrl };
}

describe("the content of a document", () => {
  test("consists of the reported bytes, under the document's name, as an attachment", async () => {
    const { ports, uuid, uploadSignedUrl } = await arrangeReported();
    await ports.storage.fetch(uploadSignedUrl, { method: "PUT", body: "replaced" });
    const { downloadSignedUrl } = await getDocumentContent(ports, uuid);
    const answer = await ports.storage.fetch(downloadSignedUrl);
    expect(await answer.text()).toBe("reported");
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''S%C3%B6hne%20(1).pdf",
    );
  });

  test("comes with its verified size, so that parts can be requested", async () => {
    const { ports, uuid } = await arrangeReported();
    expect((await getDocumentContent(ports, uuid)).sizeBytes).toBe("reported".length);
  });

  test("can be downloaded until the returned time and no longer", async () => {
    const { ports, uuid } = await arrangeReported();
    const { downloadSignedUrl, expiresInSeconds } = await getDocumentContent(ports, uuid);
    ports.clock.advanceSeconds(expiresInSeconds - 1);
    expect((await ports.storage.fetch(downloadSignedUrl)).status).toBe(200);
    ports.clock.advanceSeconds(1);
    expect((await ports.storage.fetch(downloadSignedUrl)).status).toBe(403);
  });

  test.each([2, 3, 4, 5, 8] as const)("can be read at status %i", async (status) => {
    const ports = makeDocumentPorts();
    const { uuid } = await makeDocumentAt(ports, status);
    await expect(getDocumentContent(ports, uuid)).resolves.toBeDefined();
  });
});

describe("a document without content", () => {
  const refusal = async (status: 1 | 6) => {
    const ports = makeDocumentPorts();
    const { uuid } = await makeDocumentAt(ports, status);
    return getDocumentContent(ports, uuid);
  };

  test("is reported as not uploaded yet at status 1", async () => {
    await expect(refusal(1)).rejects.toMatchObject({ code: "file-not-uploaded" });
  });

  test("is reported as gone at status 6", async () => {
    await expect(refusal(6)).rejects.toMatchObject({ code: "content-gone" });
  });

  test("is reported as gone once the bytes have been erased", async () => {
    const ports = makeDocumentPorts();
    const file = aDocumentFile({ erasedAt: ports.clock.now() });
    const document = aStagedDocument({ status: 8, file });
    ports.documents.place(document);
    await expect(getDocumentContent(ports, document.uuid)).rejects.toMatchObject({
      code: "content-gone",
    });
  });

  test("is reported as not found if it is unknown", async () => {
    const unknown = getDocumentContent(makeDocumentPorts(), "019cbc00-0000-7000-8000-ffffffffffff");
    await expect(unknown).rejects.toMatchObject({ code: "staged-document-not-found" });
  });
});
