import type pg from "pg";
import sql, { raw } from "sql-template-tag";
import { STATUS } from "@/lib/documents/rules/status";
import type { Vocabulary } from "@/lib/processing/ports";
import type { DocumentClass, KnownParty } from "@/lib/processing/rules/judging/judgement";
import { SHIPPED_CLASSES } from "@/lib/processing/rules/judging/shipped-classes";
import { auditParameter, auditStatement } from "../core/audit-statement";
import type { Database } from "../core/database";
import { createQuery, statement } from "../core/query";

/**
 * The fields of shipped classes that contain a party. In added classes, a field's type states that it contains a party.
 */
const PARTY_FIELDS = SHIPPED_CLASSES.flatMap(({ fields }) => fields)
  .filter(({ type }) => type === "party")
  .map(({ name }) => name);

/** The number of recently approved documents in which to look for known parties, whether or not they have results. */
const DOCUMENTS_LOOKED_AT = 2_000;

const PARTIES = statement<{ partyFields: readonly string[]; limit: number }>(
  "processing-known-parties",
  ({ partyFields, limit }) => sql`
WITH approved AS (
  SELECT classification FROM staged_document
  WHERE status = ${STATUS.approved}
  ORDER BY updated_at DESC, uuid DESC
  LIMIT ${DOCUMENTS_LOOKED_AT}
), named AS (
  SELECT field ->> 'value' AS name, array_agg(DISTINCT field ->> 'name') AS roles
  FROM approved, jsonb_array_elements(classification -> 'fields') AS field
  WHERE field ->> 'name' = ANY(${partyFields}) AND length(field ->> 'value') BETWEEN 3 AND 255
  GROUP BY 1
)
(SELECT name, roles FROM named LIMIT ${limit})
UNION ALL
(SELECT name, '{}'::text[] FROM asset WHERE archived_at IS NULL ORDER BY updated_at DESC LIMIT ${limit})`,
);

/** The number of recently approved documents in which to look for classes, whether or not they have results. */
const CLASSES_LOOKED_AT = 200;

const RECENT_CLASSES = statement<{ limit: number }>(
  "processing-recent-classes",
  ({ limit }) => sql`
SELECT classification ->> 'documentClass' AS id
FROM (
  SELECT classification, updated_at FROM staged_document
  WHERE status = ${STATUS.approved}
  ORDER BY updated_at DESC, uuid DESC
  LIMIT ${CLASSES_LOOKED_AT}
) AS approved
WHERE classification IS NOT NULL
GROUP BY 1
ORDER BY max(updated_at) DESC, 1
LIMIT ${limit}`,
);

/** The state of a class for the audit log. A shipped class has no stored definition. */
const classState = (row: string) =>
  sql`jsonb_build_object('isActive', ${raw(row)}.is_active) || COALESCE(${raw(row)}.definition, '{}')`;

const SAVE_CLASS = statement<{
  id: string;
  isActive: boolean;
  definition: string | null;
  at: Date;
  note: string;
}>(
  "document-class-save",
  ({ id, isActive, definition, at, note }) => sql`
WITH previous AS MATERIALIZED (
  SELECT is_active, definition FROM document_class WHERE id = ${id} FOR UPDATE
), changed AS (
  INSERT INTO document_class (id, is_active, definition, updated_at)
  SELECT ${id}, ${isActive}, ${definition}, ${at} FROM (SELECT count(*) FROM previous) AS locked
  ON CONFLICT (id) DO UPDATE SET
    is_active = EXCLUDED.is_active, definition = EXCLUDED.definition, updated_at = EXCLUDED.updated_at
  RETURNING is_active, definition
)${auditStatement({
    note,
    changed: "changed",
    before: sql`(SELECT ${classState("previous")} FROM previous)`,
    after: classState("changed"),
  })}`,
);

interface ClassRow {
  readonly id: string;
  readonly isActive: boolean;
  readonly definition: unknown;
}

/** If a later version ships a class with the same id as an added class, the shipped class is used. */
function toOwnClass({ id, isActive, definition }: ClassRow): DocumentClass[] {
  if (definition === null || SHIPPED_CLASSES.some((shipped) => shipped.id === id)) return [];
  // Only Stagedoor writes this column, and always in this shape.
  const known = definition as Pick<DocumentClass, "labels" | "keywords" | "fields">;
  return [{ id, isActive, isShipped: false, ...known }];
}

/**
 * Reads the classes and known parties for classification. Shipped classes are part of the program; everything else is in
 * PostgreSQL.
 */
export function createVocabulary({ pool, prisma }: Database): Vocabulary {
  const query = createQuery(pool);
  return {
    async listClasses() {
      const rows: ClassRow[] = await prisma.documentClass.findMany();
      rows.sort((a, b) => (a.id < b.id ? -1 : 1));
      const found = new Map(rows.map((row) => [row.id, row]));
      const shipped = SHIPPED_CLASSES.map((shippedClass) => ({
        ...shippedClass,
        isActive: found.get(shippedClass.id)?.isActive ?? true,
      }));
      return [...shipped, ...rows.flatMap(toOwnClass)];
    },
    async saveClass({ id, isActive, isShipped, labels, keywords, fields }, at, note) {
      const definition = isShipped ? null : JSON.stringify({ labels, keywords, fields });
      await query(SAVE_CLASS({ id, isActive, definition, at, note: auditParameter(note) }));
    },
    listRecentClasses: async (limit) => {
      const { rows } = await query<{ id: string }>(RECENT_CLASSES({ limit }));
      return rows.map(({ id }) => id);
    },
    listKnownParties: async (limit) => {
      const parties = PARTIES({ partyFields: PARTY_FIELDS, limit });
      const { rows } = await query<KnownParty & pg.QueryResultRow>(parties);
      return rows.slice(0, limit);
    },
  };
}
