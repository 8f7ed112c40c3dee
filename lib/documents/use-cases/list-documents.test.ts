import { describe, expect, test } from "vitest";
import { type DocumentLists, NO_DOCUMENT_LIST_FILTER } from "../list-ports";
import { explainMatch } from "../rules/document-match";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { createInMemoryDocumentLists } from "../testing/in-memory-document-lists";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { listDocuments } from "./list-documents";

/** Lists documents that were all found by their text, and returns how much of each text was read. */
async function charactersFor(documentCount: number) {
  const ports = makeDocumentPorts();
  const document = await makeDocumentAt(ports, 4);
  const items = Array.from({ length: documentCount }, (_, n) => ({
    ...document,
    uuid: `${n}`,
    createdBy: "api-key:1",
    assetName: null,
  }));
  const read: number[] = [];
  const documentLists: DocumentLists = {
    ...createInMemoryDocumentLists(ports.documents),
    list: async () => ({ items, nextAfter: null }),
    readTexts: async (uuids, charactersMax) => {
      read.push(uuids.length, charactersMax);
      return new Map();
    },
  };
  const order = { by: "updated", isDescending: true } as const;
  const filter = { ...NO_DOCUMENT_LIST_FILTER, text: "zebra" };
  await listDocuments({ documentLists }, { filter, order, after: null, limit: documentCount });
  return read;
}

test.each([
  [10, 20_000],
  [50, 5_000],
  [200, 1_250],
])(
  "of %i documents found by their text, %i characters each are read",
  async (count, characters) => {
    expect(await charactersFor(count)).toEqual([count, characters]);
  },
);

describe("the excerpt of a long text", async () => {
  const document = await makeDocumentAt(makeDocumentPorts(), 4);
  const explain = (content: string) => explainMatch(document, "zebra", content);

  test("is the same however much text surrounds it", () => {
    const near = `${"vor ".repeat(200)}Zebras ${"nach ".repeat(200)}zebra`;
    const far = `${"vor ".repeat(5_000)}Zebras ${"nach ".repeat(5_000)}zebra`;
    expect(explain(far)).toEqual(explain(near));
    const text = explain(far).parts.map((part) => part.text);
    expect(text[1]).toBe("Zebras");
    expect([text[0]?.[0], text.at(-1)?.at(-1)]).toEqual(["…", "…"]);
  });

  test("does not cut characters of two code units", () => {
    const { parts } = explain(`${"🦓".repeat(500)} zebra ${"🦓".repeat(500)}`);
    expect(parts.every(({ text }) => text.isWellFormed())).toBe(true);
    expect([...parts.map(({ text }) => text).join("")]).toHaveLength(161);
  });
});
