import { describe, expect, onTestFinished, test } from "vitest";
import type { PageText } from "@/lib/processing/rules/reading/page-text";
import type { ReadingSoFar } from "@/lib/processing/rules/reading/reading-so-far";
import { arrangeRun } from "@/lib/processing/testing/processing-runs.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import type { Database } from "../core/database";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { runsInPostgres } from "./runs-in-postgres.fixture";

const openDatabase = prepareDatabase(createThrowawayDatabase);
const READING: ReadingSoFar = {
  format: "pdf",
  pageCount: 2,
  nextPage: null,
  stated: null,
  failure: null,
  sha256: "b".repeat(64),
  batches: [],
};

const page = (number: number, ...words: readonly string[]): PageText => ({
  number,
  part: null,
  isAttachment: false,
  size: null,
  lines: [[words.map((text) => ({ text, bbox: null }))]],
});

async function arrangeTaken() {
  const database = await openDatabase();
  const refused: unknown[] = [];
  const onRefused = (error: unknown) => void refused.push(error);
  const arranged = await arrangeRun(async () => runsInPostgres(database, onRefused));
  await arranged.take();
  const { documents, documentTexts, run } = arranged;
  const filter = { assetIdentifier: null, status: null, updatedSince: null };
  return {
    database,
    refused,
    save: (...pages: readonly PageText[]) => documentTexts.saveBatch(run, READING, pages),
    saveBatch: (reading: ReadingSoFar, ...pages: readonly PageText[]) =>
      documentTexts.saveBatch(run, reading, pages),
    isFoundBy: async (words: string) =>
      (await documents.list({ ...filter, words }, { after: null, limit: 1 })).length === 1,
  };
}

describe("a document is found by", () => {
  test("every word that was read, in upper and lower case, with and without accents", async () => {
    const { save, isFoundBy } = await arrangeTaken();
    expect(await isFoundBy("Wohnung")).toBe(false);
    await save(page(1, "Die", "Wohnung", "in", "Görlitz,"), page(2, "Nr. 4711/b"));
    for (const words of ["wohnung", "WOHN", "görlitz", "goerlitz", "Gorlitz wohnung", "4711"]) {
      expect(await isFoundBy(words), words).toBe(true);
    }
  });

  test("words of its text, but only in their exact spelling", async () => {
    const { save, isFoundBy } = await arrangeTaken();
    await save(page(1, "Wohnung"));
    expect(await isFoundBy("Wohnnung")).toBe(false);
  });

  test("the words of a batch that was read again, but not the words that the batch had before", async () => {
    const { save, isFoundBy } = await arrangeTaken();
    await save(page(1, "before"));
    await save(page(1, "after"));
    expect([await isFoundBy("before"), await isFoundBy("after")]).toEqual([false, true]);
  });

  test("the words at its beginning, no matter how many batches it has", async () => {
    const { save, saveBatch, isFoundBy } = await arrangeTaken();
    const batch = { firstPage: 1, textBytes: 1, findings: [] };
    await saveBatch({ ...READING, nextPage: 2, batches: [batch] }, page(1, "first"));
    const batches = [batch, { ...batch, firstPage: 2 }];
    await saveBatch({ ...READING, batches }, page(2, "second"));
    expect([await isFoundBy("first"), await isFoundBy("second")]).toEqual([true, true]);
    await save(page(1, "again"));
    expect([await isFoundBy("again"), await isFoundBy("second")]).toEqual([true, false]);
  });

  test.each([
    ["an endless word", "x".repeat(1_000_000)],
    ["a million different letters", different(0x4e00, 20_000)],
    ["only symbols", "… — ***"],
    ["marks that are reordered", "\u0301\uff9e".repeat(130_000)],
    ["marks over letters", `a${"\u0301\u0316".repeat(130_000)}`],
    ["ligatures of many letters", "\ufdfa".repeat(260_000)],
    ["words of every length", Array.from({ length: 60_000 }, (_, n) => `w${n}`).join(" ")],
  ])("its first words even if it contains %s", async (_, text) => {
    const { save, isFoundBy } = await arrangeTaken();
    expect(await save(page(1, "01first", ...text.split(" ")))).toBe(true);
    expect(await isFoundBy("01first")).toBe(true);
  });
});

describe("text that PostgreSQL rejects for the search", () => {
  test.each([
    [1_000, 3, false],
    [5_000, 2, true],
  ])(
    "beyond %i words is shortened, and reading never fails because of it",
    async (wordsMax, refusals, isFound) => {
      const { database, refused, save, isFoundBy } = await arrangeTaken();
      await refuseBeyond(database, wordsMax);
      const words = Array.from({ length: 40_000 }, (_, n) => `word${n}`);
      expect(await save(page(1, "01first", ...words))).toBe(true);
      expect(refused).toHaveLength(refusals);
      expect(await isFoundBy("01first")).toBe(isFound);
    },
  );
});

/** Rejects long texts as PostgreSQL rejects a row that is too large. */
async function refuseBeyond({ pool }: Database, wordsMax: number): Promise<void> {
  await pool.query(`
    CREATE FUNCTION refuse_words() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      IF length(NEW.content) > ${wordsMax} THEN RAISE 'too many words' USING ERRCODE = '54000'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_words BEFORE UPDATE ON document_search FOR EACH ROW EXECUTE FUNCTION refuse_words()`);
  onTestFinished(async () => void (await pool.query("DROP FUNCTION refuse_words CASCADE")));
}

/** Returns different words, each of which repeats a single three-byte character 60 times. */
function different(from: number, count: number): string {
  const letters = Array.from({ length: count }, (_, n) => String.fromCodePoint(from + n));
  return letters.map((letter) => letter.repeat(60)).join(" ");
}
