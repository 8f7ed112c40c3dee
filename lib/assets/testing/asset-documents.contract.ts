import { describe, expect, test } from "vitest";
import type { StagedDocumentRepository } from "@/lib/documents/ports";
import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import { moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { changeOf } from "@/lib/documents/testing/documents.fixture";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import type {
  AssetDocument,
  AssetDocumentFilter,
  AssetDocumentPosition,
  AssetDocuments,
} from "../ports";

const NOON_MS = Date.parse("2026-03-01T12:00:00.000Z");
const FIRST = { move: moveBetween(null, 1), actor: "test", reason: "created" } as const;

/** The name and folder of each document of asset A, oldest first; the second and third have the same time. */
const FILES: readonly (readonly [string, string | null])[] = [
  ["Lease 2026.pdf", null],
  ["plan.dwg", "Häuser/Ost"],
  ["100%_done.pdf", null],
  ["1000 done.pdf", "back\\slash"],
  ["ÖFFNUNG.txt", "a%b_c"],
];

/** Tests the guarantees of every list of an asset's documents; `open` provides empty stores for each test. */
export function describeAssetDocumentsContract(
  name: string,
  open: () => Promise<{ documents: StagedDocumentRepository; assetDocuments: AssetDocuments }>,
): void {
  describe(name, () => {
    describeFilters(open);
    describePages(open);
  });
}

async function arrangeFive(
  open: () => Promise<{ documents: StagedDocumentRepository; assetDocuments: AssetDocuments }>,
) {
  const { documents, assetDocuments } = await open();
  const ids = createCountingIds();
  const records: StagedDocument[] = [];
  const make = (asset: string, [name, folder]: (typeof FILES)[number], at: Date) =>
    documents.create(
      { uuid: ids.uuid(), assetIdentifier: asset, name, folder, uploadExpiresAt: at },
      { ...FIRST, at },
    );
  for (const [index, file] of FILES.entries()) {
    const at = new Date(NOON_MS + (index === 2 ? 1 : index) * 1000);
    records.push(await make("A", file, at));
    await make("a", file, at);
    await make("A ", file, at);
  }
  const list = (
    filter: Partial<AssetDocumentFilter> = {},
    page: { after?: AssetDocumentPosition | null; limit?: number } = {},
  ) =>
    assetDocuments.list(
      { assetIdentifier: "A", text: null, status: null, ...filter },
      { after: null, limit: 100, ...page },
    );
  return { documents, records, list };
}

const withoutAuthors = (documents: readonly AssetDocument[]) =>
  documents.map(({ createdBy: _createdBy, ...document }) => document);

type Open = Parameters<typeof describeAssetDocumentsContract>[1];

function describeFilters(open: Open) {
  describe("filters", () => {
    test("that are empty return every document with exactly this identifier, newest first, with the same data as `find`", async () => {
      const { records, list } = await arrangeFive(open);
      expect(withoutAuthors(await list())).toEqual(records.toReversed());
    });

    test("return each document with its creator, even if someone else changed it later", async () => {
      const { documents, records, list } = await arrangeFive(open);
      const [first] = records;
      if (!first) throw new Error("nothing was made");
      const move = moveBetween(1, 6);
      const at = new Date(NOON_MS + 60_000);
      const { uuid } = first;
      await documents.compareAndSetStatus({ uuid, move, actor: "other", reason: "reported", at });
      expect((await list()).map(({ createdBy }) => createdBy)).toEqual(FILES.map(() => "test"));
    });

    test("return nothing for an identifier without documents", async () => {
      const { list } = await arrangeFive(open);
      expect(await list({ assetIdentifier: "B" })).toEqual([]);
    });

    const texts: readonly (readonly [string, readonly number[]])[] = [
      ["lease", [0]],
      ["PDF", [3, 2, 0]],
      ["häuser", [1]],
      ["HÄUSER/o", [1]],
      ["öffnung", [4]],
      ["0%", [2]],
      ["%_", [2]],
      ["_", [4, 2]],
      ["%", [4, 2]],
      ["\\", [3]],
      ["k\\s", [3]],
      ["no such", []],
    ];

    test.each(texts)("by the text %j search names and folders", async (text, expected) => {
      const { records, list } = await arrangeFive(open);
      expect(withoutAuthors(await list({ text }))).toEqual(expected.map((index) => records[index]));
    });

    test("by status return the documents that currently have the status, and can be combined with a text", async () => {
      const { records, documents, list } = await arrangeFive(open);
      for (const index of [0, 1]) {
        await documents.compareAndSetStatus(changeOf(records[index]?.uuid ?? "", 1, 2));
      }
      expect((await list({ status: 2 })).map(({ name }) => name)).toEqual([
        "plan.dwg",
        "Lease 2026.pdf",
      ]);
      expect(await list({ status: 2, text: "plan" })).toHaveLength(1);
      expect(await list({ status: 6 })).toEqual([]);
    });
  });
}

function describePages(open: Open) {
  describe("pages", () => {
    test.each([1, 2, 3, 5, 6])(
      "of %i continue after the given row without gaps or duplicates, even while documents change",
      async (limit) => {
        const { records, documents, list } = await arrangeFive(open);
        const seen: string[] = [];
        for (let after: StagedDocument | null = null; ; ) {
          const page: readonly StagedDocument[] = await list({}, { after, limit });
          after = page.at(-1) ?? null;
          if (!after) break;
          seen.push(...page.map(({ uuid }) => uuid));
          await documents.renewUpload(after.uuid, { uploadExpiresAt: new Date(), at: new Date() });
        }
        expect(seen).toEqual(records.toReversed().map(({ uuid }) => uuid));
      },
    );
  });
}
