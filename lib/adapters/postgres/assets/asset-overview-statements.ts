import { type AssetOrder, NEW_COUNT_MAX } from "@/lib/assets/ports/asset-overviews";
import { containsText } from "../core/contains-text";
import { OF_ASSET } from "./asset-document-statement";
import { inFolder } from "./in-folder";

/**
 * That the viewer $1 did not make the document in this role, as one of two indexes knows that hold what administrators and
 * reviewers made. IS NULL would be taken for so rare that PostgreSQL compiles the plan first.
 */
const notMadeAs = (role: "administrator" | "reviewer") => `(
      SELECT true FROM status_change
      WHERE document_uuid = document.uuid AND actor = '${role}:' || $1::uuid
        AND from_status IS NULL AND actor LIKE '${role}:%'
      LIMIT 1
    ) IS NOT TRUE`;

/**
 * Since when documents of an asset are new to the viewer: $1 is who, $2 what counts without a visit. A look for each asset that needs
 * it; as a join, PostgreSQL would compare all assets with all visits where it expects few assets to be left.
 */
const newSince = (asset: string) => `COALESCE((
        SELECT visited_at FROM asset_visit WHERE user_id = $1::uuid AND asset_identifier = ${asset}.identifier
      ), $2::timestamptz)`;

/** Documents at an asset that are new to the viewer. Their role may have changed. */
const newDocuments = (asset: string, limit: number) => `
    SELECT true FROM (
      SELECT uuid FROM staged_document
      WHERE ${OF_ASSET} = ${asset}.identifier AND created_at > ${newSince(asset)}
      ORDER BY created_at DESC, uuid DESC
    ) AS document
    WHERE ${notMadeAs("administrator")}
      AND ${notMadeAs("reviewer")}
    LIMIT ${limit}`;

/** Ends of one LATERAL look each, for the few rows of a page: counts by status (decision 0046), and the newest document. */
const documentsAt = (place: string) => `
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

/** What a tile shows. */
const ofTile = (asset: string) => `${documentsAt(asset)}
LEFT JOIN LATERAL (
  SELECT count(*)::int AS new_count FROM (${newDocuments(asset, NEW_COUNT_MAX)}
  ) AS new_document
) AS news ON true`;

/** A scalar subquery stays a probe of each row; EXISTS may become one look at all documents. */
const MATCHING = `
WITH matching AS MATERIALIZED (
  SELECT * FROM asset
  WHERE (asset.archived_at IS NOT NULL) = $3::boolean
    AND ($9::text IS NULL OR (${inFolder("$9")}))
    AND ($4::text IS NULL OR ${containsText("asset.identifier", "$4")}
      OR ${containsText("asset.name", "$4")} OR ${containsText("asset.description", "$4")}
      OR ${containsText("asset.folder", "$4")})
    AND ($5::smallint IS NULL OR (
      SELECT sum(count) > 0 FROM asset_document_count
      WHERE asset_identifier = asset.identifier AND status = $5
    ))
), remaining AS (
  SELECT * FROM matching WHERE NOT $6::boolean OR (${newDocuments("matching", 1)}
  )
)`;

const NEWEST_FIRST = `
  LEFT JOIN LATERAL (
    SELECT created_at AS active_at FROM staged_document WHERE ${OF_ASSET} = remaining.identifier
    ORDER BY created_at DESC, uuid DESC LIMIT 1
  ) AS activity ON true`;

/** The filtered assets, then one page of them, then what the page shows: a row for the total even if the page is empty. */
const list = (order: AssetOrder, by: string, join = "") => ({
  name: `asset-overviews-list-${order}`,
  text: `${MATCHING}, page AS (
  SELECT remaining.*, row_number() OVER (ORDER BY ${by}) AS position FROM remaining${join}
  ORDER BY position LIMIT $7 OFFSET $8
)
SELECT total.total, page.*, counted.*, newest.*, news.*
FROM (SELECT count(*)::int AS total FROM remaining) AS total LEFT JOIN page ON true${ofTile("page")}
ORDER BY page.position`,
});

/** One step of the walk over identifiers: the next one that any document names. */
const NEXT_IDENTIFIER = `
    SELECT asset_identifier::text AS identifier FROM staged_document
    WHERE asset_identifier > walk.identifier
    ORDER BY asset_identifier LIMIT 1`;

/** The SQL of what the cockpit reads of assets (decision 0029), for its query plans. */
export const ASSET_OVERVIEW_STATEMENTS = {
  list: {
    activity: list("activity", "active_at DESC NULLS LAST, identifier", NEWEST_FIRST),
    name: list("name", 'name COLLATE "und-x-icu", identifier'),
    identifier: list("identifier", "identifier"),
    created: list("created", "created_at DESC, identifier"),
  } satisfies Record<AssetOrder, { name: string; text: string }>,
  findByIdentifier: {
    name: "asset-overviews-find",
    text: `
SELECT found.*, counted.*, newest.*, news.*
FROM (SELECT * FROM asset WHERE identifier = $3) AS found${ofTile("found")}`,
  },
  documentsAt: {
    name: "asset-overviews-documents-at",
    text: `
SELECT counted.*, newest.* FROM (SELECT $1::text AS identifier) AS place${documentsAt("place")}`,
  },
  /** A walk from identifier to identifier over the index, however many documents each has; it ends with the page. */
  listUnassigned: {
    name: "asset-overviews-unassigned",
    text: `
WITH RECURSIVE walk AS (
  SELECT $1::text AS identifier, false AS is_shown, 0 AS shown_count
  UNION ALL
  SELECT next.identifier, judged.is_shown, walk.shown_count + judged.is_shown::int
  FROM walk, LATERAL (${NEXT_IDENTIFIER}
  ) AS next, LATERAL (
    SELECT (SELECT true FROM asset WHERE asset.identifier = next.identifier LIMIT 1) IS NULL
      AND ($2::text IS NULL OR ${containsText("next.identifier", "$2")}) AS is_shown
  ) AS judged
  WHERE walk.shown_count < $3::int
)
SELECT place.identifier, counted.*, newest.*
FROM (SELECT identifier FROM walk WHERE is_shown) AS place${documentsAt("place")}
ORDER BY place.identifier`,
  },
  noteVisit: {
    name: "asset-overviews-note-visit",
    text: `
WITH before AS (
  SELECT visited_at FROM asset_visit WHERE user_id = $1 AND asset_identifier = $2
)
INSERT INTO asset_visit (user_id, asset_identifier, visited_at) VALUES ($1, $2, $3)
ON CONFLICT (user_id, asset_identifier) DO UPDATE
  SET visited_at = GREATEST(asset_visit.visited_at, EXCLUDED.visited_at)
RETURNING (SELECT visited_at FROM before) AS visited_before_at`,
  },
} as const;
