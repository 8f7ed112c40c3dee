import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createAssetDocuments } from "./asset-documents";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

/** More documents than a search reads before it looks up the parts of the text. */
const NEWER = 1_200;
const PAGE = { after: null, limit: 51 };

/** An asset with one old document and many newer ones, all of which fit a page of the search for `invoice`. */
async function arrange({ name = "lease.pdf", folder = null as string | null } = {}) {
  const { pool } = await openEmptyDatabase();
  const old = crypto.randomUUID();
  await pool.query(
    `INSERT INTO staged_document (uuid, asset_identifier, name, folder, status, upload_expires_at, created_at, updated_at)
VALUES ($1, 'A', $2, $3, 1, now(), '2020-01-01', now())`,
    [old, name, folder],
  );
  await pool.query(
    `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
SELECT gen_random_uuid(), 'A', 'invoice ' || n || '.pdf', 1, now(), timestamptz '2021-01-01' + n * interval '1 s', now()
FROM generate_series(1, ${NEWER}) AS n`,
  );
  const list = async (text: string, filter = {}) => {
    const found = await createAssetDocuments(pool).list(
      { assetIdentifier: "A", status: null, text, ...filter },
      PAGE,
    );
    return found.map((document) => document.name);
  };
  return { pool, old, list };
}

describe("a search behind the newest documents", () => {
  test.each([
    ["part of the name", "ease.p"],
    ["part of the name in upper case", "LEASE"],
    ["the whole name", "lease.pdf"],
    ["part of the folder", "2019/ö"],
    ["text that spans the end of a name with three letters", "se."],
  ])("finds a document by %s", async (_, text) => {
    const { list } = await arrange({ folder: "Archiv 2019/Öffnung" });
    expect(await list(text)).toEqual(["lease.pdf"]);
  });

  test("returns one full page, newest first, of the documents that match", async () => {
    const { list } = await arrange();
    const names = await list("invoice 1");
    expect(names).toHaveLength(PAGE.limit);
    expect(names[0]).toBe("invoice 1200.pdf");
    const few = await list("invoice 10");
    expect(few).toHaveLength(51);
    expect(await list("e 119")).toHaveLength(11);
  });

  test("does not find documents with all parts of the text in another order", async () => {
    const { list } = await arrange({ name: "abcab cabca.pdf" });
    expect(await list("abcabca")).toEqual([]);
    expect(await list("cab cab")).toEqual(["abcab cabca.pdf"]);
  });

  test("is limited to a status", async () => {
    const { list } = await arrange();
    expect(await list("lease", { status: 1 })).toEqual(["lease.pdf"]);
    expect(await list("lease", { status: 5 })).toEqual([]);
  });

  test("finds a document in the asset to which it was moved, and by its new name", async () => {
    const { pool, old, list } = await arrange();
    await pool.query("UPDATE staged_document SET asset_identifier = 'B' WHERE uuid = $1", [old]);
    expect(await list("lease")).toEqual([]);
    expect(await list("lease", { assetIdentifier: "B" })).toEqual(["lease.pdf"]);
    await pool.query(
      "UPDATE staged_document SET asset_identifier = 'A', name = 'plan.dwg', folder = 'Pläne' WHERE uuid = $1",
      [old],
    );
    expect(await list("plan.")).toEqual(["plan.dwg"]);
    expect(await list("PLÄNE")).toEqual(["plan.dwg"]);
    expect(await list("lease")).toEqual([]);
  });
});

/** Letters whose lower case is longer, shorter in bytes or depends on their neighbours, and signs of a pattern. */
const LETTERS = ["a", "B", "ß", "ẞ", "İ", "ı", "Σ", "σ", "ς", "Ǆ", "ﬁ", "é", "e\u0301", "%", "_"];
const MORE = ["\\", "'", " ", ".", "-", "𝒜", "日", "Ⅷ", "Å", "\u00ad", "/"];

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number) {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

test("the parts of a text are among those of every name that contains the text, in any case and language", async () => {
  const { pool } = await openEmptyDatabase();
  const random = numbers(20_261_127);
  const upTo = (max: number) => Math.floor((random.next().value ?? 0) * max);
  const alphabet = [...LETTERS, ...MORE];
  const pairs = Array.from({ length: 5_000 }, () => {
    const letters = Array.from({ length: 3 + upTo(12) }, () => alphabet[upTo(alphabet.length)]);
    const begin = upTo(letters.length - 2);
    const part = letters.slice(begin, begin + 3 + upTo(5)).join("");
    return { name: letters.join(""), part: upTo(2) === 0 ? part.toUpperCase() : part };
  });
  const { rows } = await pool.query(
    `SELECT count(*) FILTER (WHERE is_match)::int AS matches, count(*) FILTER (WHERE is_match AND NOT has_parts)::int AS missed
FROM jsonb_to_recordset($1) AS pair (name text, part text, pattern text),
  LATERAL (SELECT name COLLATE "und-x-icu" ILIKE pattern AS is_match,
    search_parts('A', name) @> search_parts('A', part) AS has_parts) AS found`,
    [
      JSON.stringify(
        pairs.map((pair) => ({
          ...pair,
          pattern: `%${pair.part.replaceAll(/[\\%_]/g, "\\$&")}%`,
        })),
      ),
    ],
  );
  expect(rows[0].matches).toBeGreaterThan(3_000);
  expect(rows[0].missed).toBe(0);
});
