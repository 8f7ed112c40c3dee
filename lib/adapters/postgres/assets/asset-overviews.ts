import type pg from "pg";
import sql, { empty, raw, type Sql } from "sql-template-tag";
import {
  type AssetOrder,
  type AssetOverview,
  type AssetOverviews,
  type DocumentsAt,
  NEW_COUNT_MAX,
  type UnassignedOverview,
} from "@/lib/assets/ports";
import type { Status } from "@/lib/documents/rules/status";
import { containsText, OF_ASSET, patternOf } from "../core/contains-text";
import { createQuery, type Places, type Statement, statement } from "../core/query";
import { inFolder } from "./in-folder";

/** Reads the cockpit's asset views from PostgreSQL (decision 0029). */
export function createAssetOverviews(pool: pg.Pool): AssetOverviews {
  const query = createQuery(pool);
  return {
    async list({ text, ...filter }, { order, offset, limit, viewer }) {
      const page = { ...viewer, ...filter, pattern: text && patternOf(text), limit, offset };
      const { rows } = await query<ListedOverviewRow>(ASSET_OVERVIEW_STATEMENTS.list[order](page));
      const items = rows.flatMap((row) => (row.id === null ? [] : [toOverview(row)]));
      return { items, total: rows[0]?.total ?? 0 };
    },
    async findByIdentifier(identifier, viewer) {
      const finding = ASSET_OVERVIEW_STATEMENTS.findByIdentifier({ ...viewer, identifier });
      const { rows } = await query<OverviewRow>(finding);
      return rows[0] ? toOverview(rows[0]) : null;
    },
    async listUnassigned({ text, after, limit }) {
      const page = { after: after ?? "", pattern: text && patternOf(text), limit };
      const listing = ASSET_OVERVIEW_STATEMENTS.listUnassigned(page);
      return (await query<UnassignedRow>(listing)).rows.map(toUnassigned);
    },
    async documentsAt(identifier) {
      const finding = ASSET_OVERVIEW_STATEMENTS.documentsAt({ identifier });
      const { rows } = await query<DocumentsAtRow>(finding);
      return rows[0] ? toDocumentsAt(rows[0]) : { counts: [], newest: null };
    },
    async noteVisit(userId, identifier, at) {
      const { rows } = await query<{ visited_before_at: Date | null }>(
        ASSET_OVERVIEW_STATEMENTS.noteVisit({ userId, identifier, at }),
      );
      return rows[0]?.visited_before_at ?? null;
    },
  };
}

/** The documents for an identifier. `counts` and `newest_uuid` are null if there are none. */
type DocumentsAtRow = {
  readonly counts: readonly { readonly status: Status; readonly count: number }[] | null;
} & (
  | { readonly newest_uuid: null }
  | {
      readonly newest_uuid: string;
      readonly newest_name: string;
      readonly newest_status: Status;
      readonly newest_created_at: Date;
    }
);

/** A row of `asset` with the data that its tile shows. */
type OverviewRow = DocumentsAtRow & {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly folder: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
  readonly new_count: number;
};

/** A row of a page. An empty page has a single row with only the total. */
type ListedOverviewRow = { readonly total: number } & (OverviewRow | { readonly id: null });

/** An identifier without an asset. */
type UnassignedRow = DocumentsAtRow & { readonly identifier: string };

/** Converts the documents for an identifier. */
const toDocumentsAt = (row: DocumentsAtRow): DocumentsAt => ({
  counts: row.counts ?? [],
  newest:
    row.newest_uuid === null
      ? null
      : {
          uuid: row.newest_uuid,
          name: row.newest_name,
          status: row.newest_status,
          createdAt: row.newest_created_at,
        },
});

/** Converts an asset with the data that its tile shows. */
const toOverview = (row: OverviewRow): AssetOverview => ({
  asset: {
    id: row.id,
    identifier: row.identifier,
    name: row.name,
    description: row.description,
    folder: row.folder,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  },
  ...toDocumentsAt(row),
  newCount: row.new_count,
});

/** Converts an identifier without an asset, with its documents. */
const toUnassigned = (row: UnassignedRow): UnassignedOverview => ({
  identifier: row.identifier,
  ...toDocumentsAt(row),
});

type MakerRole = "administrator" | "reviewer";

/** The viewer for whom documents are new. */
interface ViewerValues {
  readonly userId: string;
  /** Applies to assets that the viewer has not visited. */
  readonly since: Date;
}

type Viewer = Places<ViewerValues>;

/** Whether the viewer created any document in this role, or only this document if one is given. */
const madeAs = ({ userId }: Viewer, role: MakerRole, document = empty) => {
  const prefix = `${role}:`;
  return sql`(
        SELECT true FROM status_change
        WHERE actor = ${prefix} || ${userId}::uuid${document}
          AND from_status IS NULL AND actor LIKE ${`${prefix}%`}
        ORDER BY document_uuid LIMIT 1
      )`;
};

const THIS_DOCUMENT = sql` AND document_uuid = document.uuid`;

/**
 * A condition that the viewer did not create the document in this role, written so that PostgreSQL uses one of the two
 * indexes on documents created by administrators and reviewers. It looks up each document only if the viewer has created
 * any. The order keeps PostgreSQL from scanning all changes in the hope of finding one early. With IS NULL, it would
 * misestimate the rows and compile the plan with JIT first.
 */
const notMadeAs = (viewer: Viewer, role: MakerRole) =>
  sql`(${madeAs(viewer, role)} IS NOT TRUE OR ${madeAs(viewer, role, THIS_DOCUMENT)} IS NOT TRUE)`;

/**
 * Returns the time since which documents of an asset are new to the viewer. It is a subquery for each asset that needs it.
 * With a join, PostgreSQL would compare all assets with all visits if it expects few assets to remain.
 */
const newSince = ({ userId, since }: Viewer, asset: Sql) => sql`COALESCE((
        SELECT visited_at FROM asset_visit WHERE user_id = ${userId}::uuid AND asset_identifier = ${asset}.identifier
      ), ${since}::timestamptz)`;

/** Selects documents of an asset that are new to the viewer. The viewer may have created documents in different roles. */
const newDocuments = (viewer: Viewer, asset: Sql, limit: number) => sql`
    SELECT true FROM (
      SELECT uuid FROM staged_document
      WHERE ${OF_ASSET} = ${asset}.identifier AND created_at > ${newSince(viewer, asset)}
      ORDER BY created_at DESC, uuid DESC
    ) AS document
    WHERE ${notMadeAs(viewer, "administrator")}
      AND ${notMadeAs(viewer, "reviewer")}
    LIMIT ${limit}`;

/**
 * Adds counts by status (decision 0046) and the newest document, with a LATERAL join for each, because a page has few
 * rows.
 */
const documentsAt = (place: Sql) => sql`
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object('status', status, 'count', count) ORDER BY status) AS counts
  FROM (
    SELECT status, sum(count) AS count FROM asset_document_count
    WHERE asset_identifier = ${place}.identifier GROUP BY status HAVING sum(count) > 0
  ) AS counted
) AS counted ON true
LEFT JOIN LATERAL (
  SELECT uuid AS newest_uuid, name AS newest_name, status AS newest_status, created_at AS newest_created_at
  FROM staged_document WHERE ${OF_ASSET} = ${place}.identifier
  ORDER BY created_at DESC, uuid DESC LIMIT 1
) AS newest ON true`;

/** Adds everything that a tile shows about an asset. */
const ofTile = (viewer: Viewer, asset: Sql) => sql`${documentsAt(asset)}
LEFT JOIN LATERAL (
  SELECT count(*)::int AS new_count FROM (${newDocuments(viewer, asset, NEW_COUNT_MAX)}
  ) AS new_document
) AS news ON true`;

/** The values of a page of tiles. */
interface PageValues extends ViewerValues {
  readonly isArchived: boolean;
  readonly pattern: string | null;
  readonly folder: string | null;
  readonly status: number | null;
  readonly isNew: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** The scalar subquery looks up each row in the index. For EXISTS, PostgreSQL may scan all documents instead. */
const matching = (page: Places<PageValues>) => sql`
WITH matching AS MATERIALIZED (
  SELECT * FROM asset
  WHERE (asset.archived_at IS NOT NULL) = ${page.isArchived}::boolean
    AND (${page.folder}::text IS NULL OR (${inFolder(page.folder)}))
    AND (${page.pattern}::text IS NULL OR ${containsText("asset.identifier", page.pattern)}
      OR ${containsText("asset.name", page.pattern)} OR ${containsText("asset.description", page.pattern)}
      OR ${containsText("asset.folder", page.pattern)})
    AND (${page.status}::smallint IS NULL OR (
      SELECT sum(count) > 0 FROM asset_document_count
      WHERE asset_identifier = asset.identifier AND status = ${page.status}
    ))
), remaining AS (
  SELECT * FROM matching WHERE NOT ${page.isNew}::boolean OR (${newDocuments(page, sql`matching`, 1)}
  )
)`;

const NEWEST_FIRST = {
  sortColumns: sql`, active_at`,
  join: sql`
  LEFT JOIN LATERAL (
    SELECT created_at AS active_at FROM staged_document WHERE ${OF_ASSET} = remaining.identifier
    ORDER BY created_at DESC, uuid DESC LIMIT 1
  ) AS activity ON true`,
};

/**
 * Filters the assets, selects one page of them and adds what the page shows. If the page is empty, returns a single row
 * with the total.
 */
const list = (order: AssetOrder, sorting: string, { join = empty, sortColumns = empty } = {}) => {
  const by = raw(sorting);
  return statement<PageValues>(
    `asset-overviews-list-${order}`,
    (page) => sql`${matching(page)}, page AS (
  SELECT *, row_number() OVER (ORDER BY ${by}) AS position
  FROM (SELECT remaining.*${sortColumns} FROM remaining${join} ORDER BY ${by} LIMIT ${page.limit} OFFSET ${page.offset}) AS shown
)
SELECT total.total, page.*, counted.*, newest.*, news.*
FROM (SELECT count(*)::int AS total FROM remaining) AS total LEFT JOIN page ON true${ofTile(page, sql`page`)}
ORDER BY page.position`,
  );
};

/** One step from an identifier to the next identifier that any document has. */
const NEXT_IDENTIFIER = sql`
    SELECT asset_identifier::text AS identifier FROM staged_document
    WHERE asset_identifier > walk.identifier
    ORDER BY asset_identifier LIMIT 1`;

/** The SQL statements for the cockpit's asset views (decision 0029), exported to test their query plans. */
export const ASSET_OVERVIEW_STATEMENTS = {
  list: {
    activity: list("activity", "active_at DESC NULLS LAST, identifier", NEWEST_FIRST),
    name: list("name", 'name COLLATE "und-x-icu", identifier'),
    identifier: list("identifier", "identifier"),
    created: list("created", "created_at DESC, identifier"),
  } satisfies Record<AssetOrder, (page: PageValues) => Statement>,
  findByIdentifier: statement<ViewerValues & { identifier: string }>(
    "asset-overviews-find",
    (asset) => sql`
SELECT found.*, counted.*, newest.*, news.*
FROM (SELECT * FROM asset WHERE identifier = ${asset.identifier}) AS found${ofTile(asset, sql`found`)}`,
  ),
  documentsAt: statement<{ identifier: string }>(
    "asset-overviews-documents-at",
    ({ identifier }) => sql`
SELECT counted.*, newest.* FROM (SELECT ${identifier}::text AS identifier) AS place${documentsAt(sql`place`)}`,
  ),
  /**
   * Jumps through the index from identifier to identifier, no matter how many documents each has, and stops when the page
   * is full.
   */
  listUnassigned: statement<{ after: string; pattern: string | null; limit: number }>(
    "asset-overviews-unassigned",
    ({ after, pattern, limit }) => sql`
WITH RECURSIVE walk AS (
  SELECT ${after}::text AS identifier, false AS is_shown, 0 AS shown_count
  UNION ALL
  SELECT next.identifier, judged.is_shown, walk.shown_count + judged.is_shown::int
  FROM walk, LATERAL (${NEXT_IDENTIFIER}
  ) AS next, LATERAL (
    SELECT (SELECT true FROM asset WHERE asset.identifier = next.identifier LIMIT 1) IS NULL
      AND (${pattern}::text IS NULL OR ${containsText("next.identifier", pattern)}) AS is_shown
  ) AS judged
  WHERE walk.shown_count < ${limit}::int
)
SELECT place.identifier, counted.*, newest.*
FROM (SELECT identifier FROM walk WHERE is_shown) AS place${documentsAt(sql`place`)}
ORDER BY place.identifier`,
  ),
  noteVisit: statement<{ userId: string; identifier: string; at: Date }>(
    "asset-overviews-note-visit",
    ({ userId, identifier, at }) => sql`
WITH before AS (
  SELECT visited_at FROM asset_visit WHERE user_id = ${userId} AND asset_identifier = ${identifier}
)
INSERT INTO asset_visit (user_id, asset_identifier, visited_at) VALUES (${userId}, ${identifier}, ${at})
ON CONFLICT (user_id, asset_identifier) DO UPDATE
  SET visited_at = GREATEST(asset_visit.visited_at, EXCLUDED.visited_at)
RETURNING (SELECT visited_at FROM before) AS visited_before_at`,
  ),
} as const;
