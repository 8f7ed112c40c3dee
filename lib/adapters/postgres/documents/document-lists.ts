import type pg from "pg";
import sql from "sql-template-tag";
import {
  DOCUMENT_COUNT_MAX,
  type DocumentLists,
  type ListedDocument,
} from "@/lib/documents/list-ports";
import { createQuery, statement } from "../core/query";
import { type DocumentRow, toDocument } from "../core/rows";
import {
  countStatement,
  farStatement,
  type ListQuery,
  nearStatement,
} from "./document-list-statements";

/** A row of a list. If no document is listed, there is one row whose document is null. */
interface ListedRow extends Omit<DocumentRow, "uuid"> {
  readonly uuid: string | null;
  readonly created_by: string;
  readonly asset_name: string | null;
  readonly order_key: string;
}

interface NearRow extends ListedRow {
  /** null unless the page is not full and more documents may follow. */
  readonly scanned_key: string | null;
  readonly scanned_uuid: string | null;
}

interface FarRow extends ListedRow {
  readonly is_known: boolean;
}

/** How many pages of a text an excerpt can be taken from. */
const PAGES_MAX = 3;

const STATEMENTS = {
  readTexts: statement<{ uuids: readonly string[]; charactersMax: number }>(
    "document-lists-texts",
    ({ uuids, charactersMax }) => sql`
SELECT document.uuid, left(string_agg(COALESCE(word ->> 0, word #>> '{}'), ' ' ORDER BY page.page, n), ${charactersMax}) AS text
FROM staged_document AS document
JOIN LATERAL (
  SELECT page, content FROM document_text
  WHERE document_uuid = document.uuid AND run = (
    SELECT max(run) FROM document_text WHERE document_uuid = document.uuid
  )
  ORDER BY page LIMIT ${PAGES_MAX}
) AS page ON true,
  LATERAL jsonb_path_query(page.content, 'strict $.l[*][*][*]') WITH ORDINALITY AS found (word, n)
WHERE document.uuid = ANY (${uuids}::uuid[])
GROUP BY document.uuid`,
  ),
  /** Reads one entry of the index for each class. */
  listClasses: statement<{ limit: number }>(
    "document-lists-classes",
    ({ limit }) => sql`
WITH RECURSIVE class (id) AS (
  (SELECT classification ->> 'documentClass' FROM staged_document WHERE classification IS NOT NULL
   ORDER BY classification ->> 'documentClass' LIMIT 1)
  UNION ALL
  SELECT (
    SELECT classification ->> 'documentClass' FROM staged_document
    WHERE classification IS NOT NULL AND classification ->> 'documentClass' > class.id
    ORDER BY classification ->> 'documentClass' LIMIT 1
  ) FROM class WHERE class.id IS NOT NULL
)
SELECT id FROM class WHERE id IS NOT NULL LIMIT ${limit}`,
  ),
};

/** Lists documents from PostgreSQL (decision 0093). */
export function createDocumentLists(pool: pg.Pool): DocumentLists {
  const query = createQuery(pool);
  return {
    async list(filter, order, { after, limit, except }) {
      const listQuery: ListQuery = { filter, order, after, limit: limit + 1, except };
      const { statement: nearby, scan } = nearStatement(listQuery);
      const { rows: near } = await query<NearRow>(nearby);
      const scanned = scannedOf(near[0]);
      const isInOrder = after?.isInOrder ?? false;
      if (scanned === null || isInOrder) return pageOf(near, limit, scanned, isInOrder);
      const farther = farStatement(listQuery, scan);
      const { rows: far } = farther ? await query<FarRow>(farther) : { rows: [] };
      return far[0]?.is_known
        ? pageOf(far, limit, null, false)
        : pageOf(near, limit, scanned, true);
    },
    async count(filter, except) {
      const { rows } = await query<{ count: number; is_all: boolean }>(
        countStatement(filter, { limit: DOCUMENT_COUNT_MAX + 1, except }),
      );
      const [counted] = rows;
      if (!counted) throw new Error("a count returned no row");
      const { count, is_all: isAll } = counted;
      if (count > DOCUMENT_COUNT_MAX) return { count: DOCUMENT_COUNT_MAX, isMore: true };
      return isAll ? { count, isMore: false } : { count: null, isMore: true };
    },
    async readTexts(uuids, charactersMax) {
      const { rows } = await query<{ uuid: string; text: string }>(
        STATEMENTS.readTexts({ uuids, charactersMax }),
      );
      return new Map(rows.map(({ uuid, text }) => [uuid, text]));
    },
    async listClasses(limit) {
      const { rows } = await query<{ id: string }>(STATEMENTS.listClasses({ limit }));
      return rows.map(({ id }) => id);
    },
  };
}

type ListedPage = Awaited<ReturnType<DocumentLists["list"]>>;

const scannedOf = (row: NearRow | undefined) =>
  row && row.scanned_key !== null && row.scanned_uuid !== null
    ? { key: row.scanned_key, uuid: row.scanned_uuid, isInOrder: true }
    : null;

/** Returns the rows as a page, which continues after its last row if it is full, or else where reading stopped. */
function pageOf(
  rows: readonly ListedRow[],
  limit: number,
  scanned: ListedPage["nextAfter"],
  isInOrder: boolean,
): ListedPage {
  const found = rows.flatMap((row) => (row.uuid === null ? [] : [{ ...row, uuid: row.uuid }]));
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const isFull = found.length > limit;
  return {
    items: page.map(toListed),
    nextAfter: last && isFull ? { key: last.order_key, uuid: last.uuid, isInOrder } : scanned,
  };
}

const toListed = (row: ListedRow & { readonly uuid: string }): ListedDocument => ({
  ...toDocument(row),
  createdBy: row.created_by,
  assetName: row.asset_name,
});
