import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import type { PageText } from "@/lib/processing/rules/page-text";
import type { ReadingSoFar } from "@/lib/processing/rules/reading-so-far";
import { arrangeRun } from "@/lib/processing/testing/processing-runs.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { runsInPostgres } from "./runs-in-postgres.fixture";

const openDatabase = prepareDatabase(createThrowawayDatabase);
const READING: ReadingSoFar = {
  ...{ format: "pdf", pageCount: 2, nextPage: null, stated: null, failure: null },
  ...{ findings: [], sha256: "b".repeat(64), batches: [] },
};

const page = (number: number, ...words: readonly string[]): PageText => ({
  ...{ number, part: null, isAttachment: false, size: null },
  lines: [[words.map((text) => ({ text, bbox: null }))]],
});

async function arrangeTaken() {
  const arranged = await arrangeRun(async () => runsInPostgres(await openDatabase()));
  await arranged.take();
  const { documents, documentTexts, run } = arranged;
  const filter = { assetIdentifier: null, status: null, updatedSince: null };
  return {
    save: (...pages: readonly PageText[]) => documentTexts.saveBatch(run, READING, pages),
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

  test("words of its text only as they are written", async () => {
    const { save, isFoundBy } = await arrangeTaken();
    await save(page(1, "Wohnung"));
    expect(await isFoundBy("Wohnnung")).toBe(false);
  });

  test("what a repeated batch says, and not by what it said before", async () => {
    const { save, isFoundBy } = await arrangeTaken();
    await save(page(1, "before"));
    await save(page(1, "after"));
    expect([await isFoundBy("before"), await isFoundBy("after")]).toEqual([false, true]);
  });

  test.each([
    ["words without an end", "x".repeat(1_000_000)],
    ["a million different letters", different(0x4e00, 20_000)],
    ["nothing but signs", "… — ***"],
    ["words of every length", Array.from({ length: 60_000 }, (_, n) => `w${n}`).join(" ")],
  ])("its first words when it has %s", async (_, text) => {
    const { save, isFoundBy } = await arrangeTaken();
    expect(await save(page(1, "01first", ...text.split(" ")))).toBe(true);
    expect(await isFoundBy("01first")).toBe(true);
  });
});

/** Words of 60 characters each, of which every one is different and takes three bytes. */
function different(from: number, count: number): string {
  const letters = Array.from({ length: count }, (_, n) => String.fromCodePoint(from + n));
  return letters.map((letter) => letter.repeat(60)).join(" ");
}
