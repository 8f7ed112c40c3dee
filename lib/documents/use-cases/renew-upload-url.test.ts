import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { renewUploadUrl } from "./renew-upload-url";

describe("a renewed upload URL", () => {
  test("accepts the bytes of the same document, even after the first URL has expired", async () => {
    const ports = makeDocumentPorts();
    const { uuid } = await makeDocumentAt(ports, 1);
    ports.clock.advanceSeconds(7200);
    const { document, uploadSignedUrl } = await renewUploadUrl(ports, uuid.toUpperCase(), null);
    const put = () => ports.storage.fetch(uploadSignedUrl, { method: "PUT", body: "bytes" });
    ports.clock.advanceSeconds(3599);
    expect((await put()).status).toBe(200);
    expect(ports.storage.keysBelow("")).toEqual([`staged/${uuid}`]);
    ports.clock.advanceSeconds(1);
    expect(ports.clock.now()).toEqual(document.uploadExpiresAt);
    expect((await put()).status).toBe(403);
    expect(await ports.documents.find(uuid)).toEqual(document);
  });

  test("accepts exactly the number of bytes that it was signed for", async () => {
    const ports = makeDocumentPorts();
    const { uuid } = await makeDocumentAt(ports, 1);
    const { uploadSignedUrl } = await renewUploadUrl(ports, uuid, 5);
    const put = (body: string) => ports.storage.fetch(uploadSignedUrl, { method: "PUT", body });
    expect((await put("byte")).status).toBe(403);
    expect((await put("bytes")).status).toBe(200);
  });

  test.each([
    [0, "file-empty"],
    [101, "file-too-large"],
  ])("is rejected for %i bytes before the document changes", async (sizeBytes, code) => {
    const ports = makeDocumentPorts();
    const document = await makeDocumentAt(ports, 1);
    ports.clock.advanceSeconds(60);
    await expect(renewUploadUrl(ports, document.uuid, sizeBytes)).rejects.toMatchObject({ code });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test.each([2, 3, 4, 5, 6, 8] as const)("is a conflict at status %i", async (status) => {
    const ports = makeDocumentPorts();
    const document = await makeDocumentAt(ports, status);
    await expect(renewUploadUrl(ports, document.uuid, null)).rejects.toMatchObject({
      code: "upload-not-awaited",
    });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test.each(["019cbc00-0000-7000-8000-ffffffffffff", "nonsense"])(
    "is rejected as not found for %s",
    async (uuid) => {
      await expect(renewUploadUrl(makeDocumentPorts(), uuid, null)).rejects.toMatchObject({
        code: "staged-document-not-found",
      });
    },
  );
});
