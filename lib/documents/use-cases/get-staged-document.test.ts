import { describe, expect, test } from "vitest";
import { isUuid } from "@/lib/kernel/rules/uuid";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { getStagedDocument } from "./get-staged-document";

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
