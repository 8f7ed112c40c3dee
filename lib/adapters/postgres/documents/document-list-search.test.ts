import type pg from "pg";
import { describe, expect, test, vi } from "vitest";
import {
  type DocumentListFilter,
  type DocumentListPosition,
  type DocumentOrder,
  NO_DOCUMENT_LIST_FILTER,
} from "@/lib/documents/list-ports";
import { STATUS } from "@/lib/documents/rules/status";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createDocumentLists } from "./document-lists";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

/** More documents than a search reads before it looks up the parts of the text. */
const NEWER = 1_200;
const LIMIT = 51;
const NEWEST_FIRST = { by: "created", isDescending: true } as const;
const OF_A: DocumentListFilter = { ...NO_DOCUMENT_LIST_FILTER, assetIdentifier: "A" };

/** Lists all documents of a search, page by page. */
async function listAll(
  pool: pg.Pool,
  filter: Partial<DocumentListFilter>,
  { limit = LIMIT, order = NEWEST_FIRST as DocumentOrder } = {},
) {
  const names: { uuid: string; name: string }[] = [];
  for (let after: DocumentListPosition | null = null; ; ) {
    const { items, nextAfter } = await createDocumentLists(pool).list(
      { ...OF_A, ...filter },
      order,
      { after, limit },
    );
    names.push(...items);
    after = nextAfter;
    if (!after) return names;
  }
}

const insertNewer = (pool: pg.Pool, assetIdentifier: string) =>
  pool.query(
    `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
SELECT gen_random_uuid(), $1, 'invoice ' || n || '.pdf', 1, now(), timestamptz '2021-01-01' + n * interval '1 s', now()
FROM generate_series(1, ${NEWER}) AS n`,
    [assetIdentifier],
  );

/** Creates an asset with one old document and many newer ones, all of which match `invoice`. */
async function arrange({ name = "lease.pdf", folder }: { name?: string; folder?: string } = {}) {
  const { pool } = await openEmptyDatabase();
  const old = crypto.randomUUID();
  await pool.query(
    `INSERT INTO staged_document (uuid, asset_identifier, name, folder, status, upload_expires_at, created_at, updated_at)
VALUES ($1, 'A', $2, $3, 1, now(), '2020-01-01', now())`,
    [old, name, folder ?? null],
  );
  await insertNewer(pool, "A");
  const list = async (text: string, filter: Partial<DocumentListFilter> = {}) => {
    const { items } = await createDocumentLists(pool).list(
      { ...OF_A, text, ...filter },
      NEWEST_FIRST,
      {
        after: null,
        limit: LIMIT,
      },
    );
    return items.map(({ name: found }) => found);
  };
  return { pool, old, list };
}

describe("a search behind the newest documents", () => {
  test.each([
    ["part of the name", "ease.p"],
    ["part of the name in upper case", "LEASE"],
    ["the whole name", "lease.pdf"],
    ["part of the folder", "2019/ö"],
    ["a text of three letters", "se."],
  ])("finds a document by %s", async (_, text) => {
    const { list } = await arrange({ folder: "Archiv 2019/Öffnung" });
    expect(await list(text)).toEqual(["lease.pdf"]);
  });

  test("returns one full page, newest first, of the documents that match", async () => {
    const { list } = await arrange();
    const names = await list("invoice 1");
    expect(names).toHaveLength(LIMIT);
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
    expect(await list("lease", { statuses: [1] })).toEqual(["lease.pdf"]);
    expect(await list("lease", { statuses: [5] })).toEqual([]);
  });
});

describe("a search for documents that were moved, renamed or created together", () => {
  test("finds a document in the asset to which it was moved, and no longer in the other", async () => {
    const { pool, old, list } = await arrange();
    await insertNewer(pool, "B");
    await pool.query("UPDATE staged_document SET asset_identifier = 'B' WHERE uuid = $1", [old]);
    expect(await list("lease")).toEqual([]);
    expect(await list("lease", { assetIdentifier: "B" })).toEqual(["lease.pdf"]);
  });

  test.each([
    ["name", "plan.dwg"],
    ["folder", "Pläne"],
  ])("finds a document by its new %s, and no longer by the old one", async (column, value) => {
    const { pool, old, list } = await arrange({ name: "lease.pdf", folder: "Archiv" });
    await pool.query(`UPDATE staged_document SET ${column} = $2 WHERE uuid = $1`, [old, value]);
    expect(await list(value.toUpperCase())).toHaveLength(1);
    expect(await list(column === "name" ? "lease" : "archiv")).toEqual([]);
  });

  test.each([
    ["all documents", "invoice", null],
    ["a tenth of them", "7.pdf", null],
    ["a few, old and new", "e 99", null],
    ["those at one status", "invoice", STATUS.uploadFailed],
  ])("returns %s on pages, each once and in order", async (_, text, status) => {
    const { pool } = await arrange();
    // Sixty documents each were created at the same time.
    await pool.query(
      `UPDATE staged_document SET status = CASE WHEN name LIKE '%3%' THEN 1 ELSE 6 END, created_at = date_trunc('minute', created_at)
WHERE name LIKE 'invoice%'`,
    );
    const statuses = status === null ? null : [status];
    const found = (await listAll(pool, { text, statuses }, { limit: 37 })).map(({ uuid }) => uuid);
    const { rows } = await pool.query(
      `SELECT uuid FROM staged_document WHERE (name ILIKE '%' || $1 || '%' OR search_name(name) @@ search_query($1)) AND status = COALESCE($2, status)
ORDER BY created_at DESC, uuid DESC`,
      [text, status],
    );
    expect(found).toEqual(rows.map(({ uuid }) => uuid));
    expect(found.length).toBeGreaterThan(2);
  });
});

describe("no index is asked", () => {
  /** Returns how many statements a page takes: the second one asks the indexes. */
  const statementCount = async (
    pool: pg.Pool,
    filter: Partial<DocumentListFilter>,
    after: DocumentListPosition | null = null,
  ) => {
    const asked = vi.spyOn(pool, "query");
    await createDocumentLists(pool).list({ ...OF_A, ...filter }, NEWEST_FIRST, {
      after,
      limit: LIMIT,
    });
    const { length } = asked.mock.calls;
    asked.mockRestore();
    return length;
  };

  test("if the newest documents fill the page", async () => {
    const { pool } = await arrange();
    expect(await statementCount(pool, { text: "invoice" })).toBe(1);
    expect(await statementCount(pool, { text: "lease" })).toBe(2);
  });

  test("if the status has no more documents than were read", async () => {
    const { pool } = await arrange();
    await pool.query("UPDATE staged_document SET status = 6 WHERE name LIKE '%77.pdf'");
    expect(await statementCount(pool, { text: "invoice", statuses: [STATUS.uploadFailed] })).toBe(
      1,
    );
  });

  test("on the last page, and where no index helped before", async () => {
    const { pool } = await arrange();
    const last = { key: "2021-01-01T00:00:10Z", uuid: crypto.randomUUID(), isInOrder: false };
    expect(await statementCount(pool, { text: "invoice" }, last)).toBe(1);
    const inOrder = { key: "2022-01-01T00:00:10Z", uuid: crypto.randomUUID(), isInOrder: true };
    expect(await statementCount(pool, { text: "lease" }, inOrder)).toBe(1);
  });
});

test.each(["ab-bc", "le"])(
  "a search for %j, which no index answers, goes on in order and finds the same",
  async (text) => {
    const { pool } = await arrange({ name: `${text}.pdf` });
    await pool.query(
      `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
SELECT gen_random_uuid(), 'A', 'b-bcab-b.pdf', 1, now(), timestamptz '2020-06-01' + n * interval '1 s', now()
FROM generate_series(1, 5200) AS n`,
    );
    expect((await listAll(pool, { text })).map(({ name }) => name)).toEqual([`${text}.pdf`]);
  },
);

describe("a search for two letters, which no index answers, in documents of two statuses", () => {
  const filter = { text: "le", statuses: [STATUS.waitingForUpload, STATUS.uploadFailed] };

  /** Creates documents at both statuses in turn, of which two in a thousand match. */
  async function arrangeBoth(count: number) {
    const { pool } = await openEmptyDatabase();
    await pool.query(
      `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
SELECT gen_random_uuid(), 'A', CASE WHEN n % 1000 IN (400, 999) THEN 'lease.pdf' ELSE 'invoice.pdf' END,
  CASE WHEN n % 2 = 0 THEN 1 ELSE 6 END, now(), t, t
FROM generate_series(1, $1::int) AS n, LATERAL (SELECT timestamptz '2021-01-01' + n * interval '1 s' AS t) AS time`,
      [count],
    );
    return pool;
  }

  test.each(
    (["created", "updated"] as const).flatMap((by) => [
      { by, isDescending: true },
      { by, isDescending: false },
    ]),
  )("finds all of them, in order: %o", async (order) => {
    const pool = await arrangeBoth(4_600);
    const found = (await listAll(pool, filter, { limit: 3, order })).map(({ uuid }) => uuid);
    const { rows } = await pool.query(
      `SELECT uuid FROM staged_document WHERE name = 'lease.pdf' ORDER BY created_at ${order.isDescending ? "DESC" : "ASC"}`,
    );
    expect(rows).toHaveLength(9);
    expect(found).toEqual(rows.map(({ uuid }) => uuid));
  });

  test.each([
    [4_000, { count: 8, isMore: false }],
    [4_001, { count: null, isMore: true }],
  ])("counts them among %d documents, if it can read all of those", async (count, counted) => {
    const pool = await arrangeBoth(count);
    expect(await createDocumentLists(pool).count({ ...OF_A, ...filter })).toEqual(counted);
  });
});

/** Letters whose lower case is longer, shorter in bytes or depends on their neighbours, and characters with a meaning in patterns. */
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
