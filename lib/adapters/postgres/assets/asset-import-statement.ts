import { auditStatement } from "../core/audit-statement";
import { auditedTexts } from "./asset-statements";

/**
 * Each import takes this lock, so that imports wait for each other; otherwise each could hold rows that another needs.
 * The number is arbitrary, but nothing else in the product may use it.
 */
export const IMPORT_LOCK = {
  name: "asset-import-lock",
  text: "SELECT pg_advisory_xact_lock($1)",
  values: [7_305_260_124],
};

/**
 * An expression for the text of a row of the audit log. Verification builds the same text (`auditRowText`) and computes the
 * digest again.
 */
const partOf = (value: string) => `COALESCE(octet_length(${value}) || ':' || ${value}, '-')`;
const ROW_TEXT = `concat_ws(',', ${partOf("subject")}, ${partOf("before::text")}, ${partOf("after::text")})`;

const GIVEN =
  "id uuid, identifier text, name text, description text, folder text, name_before text, description_before text, folder_before text";

/**
 * $1 holds the new assets and $2 the edited ones, as JSON; $3 is the time, $4 the note. Identifiers that are in use and
 * assets that have changed since they were read are skipped, so the caller must compare the counts. The audit log gets one
 * entry with a row for each asset.
 */
export const IMPORT_ASSETS = {
  name: "asset-import",
  text: `
WITH created AS (
  INSERT INTO asset (id, identifier, name, description, folder, created_at, updated_at)
  SELECT id, identifier, name, description, folder, $3::timestamptz, $3::timestamptz
  FROM jsonb_to_recordset($1::jsonb) AS given(${GIVEN})
  ON CONFLICT DO NOTHING
  RETURNING *
), edited AS (
  UPDATE asset SET name = given.name, description = given.description, folder = given.folder, updated_at = $3::timestamptz
  FROM jsonb_to_recordset($2::jsonb) AS given(${GIVEN})
  WHERE asset.id = given.id
    AND (asset.name, asset.description, asset.folder)
      IS NOT DISTINCT FROM (given.name_before, given.description_before, given.folder_before)
  RETURNING asset.identifier, asset.name, asset.description, asset.folder, name_before, description_before, folder_before
), written AS (
  SELECT identifier, NULL::jsonb AS before, ${auditedTexts("created")} AS after FROM created
  UNION ALL
  SELECT identifier, ${auditedTexts("edited", "_before")}, ${auditedTexts("edited")} FROM edited
), changed AS (
  SELECT 'asset:' || identifier AS subject, before, after FROM written
), imported AS (
  SELECT count(*) FILTER (WHERE before IS NULL) AS created, count(*) FILTER (WHERE before IS NOT NULL) AS changed,
    encode(sha256(convert_to(string_agg(${ROW_TEXT}, E'\\n' ORDER BY subject), 'UTF8')), 'hex') AS digest
  FROM changed HAVING count(*) > 0
), entry AS (${auditStatement({
    note: "$4",
    changed: "imported",
    before: "NULL::jsonb",
    after:
      "jsonb_build_object('created', imported.created, 'changed', imported.changed, 'rowsDigest', imported.digest)",
  })}
  RETURNING id
), audited AS (
  INSERT INTO audit_row (entry_id, subject, before, after)
  SELECT entry.id, changed.subject, changed.before, changed.after FROM entry, changed ORDER BY changed.subject
)
SELECT (SELECT count(*)::int FROM created) AS created, (SELECT count(*)::int FROM edited) AS edited`,
};
