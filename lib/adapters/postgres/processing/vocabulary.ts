import type pg from "pg";
import { STATUS } from "@/lib/documents/rules/status";
import type { Vocabulary } from "@/lib/processing/ports/vocabulary";
import type { KnownParty } from "@/lib/processing/rules/judgement";
import { SHIPPED_CLASSES } from "@/lib/processing/rules/vocabulary/shipped-classes";
import { createQuery } from "../core/query";

/** Fields that name a party, whatever the class; those of classes that are added say so by their type. */
const PARTY_FIELDS = SHIPPED_CLASSES.flatMap(({ fields }) => fields)
  .filter(({ type }) => type === "party")
  .map(({ name }) => name);

/** So many documents tell who sends them here. */
const DOCUMENTS_LOOKED_AT = 2_000;

const PARTIES = {
  name: "processing-known-parties",
  text: `
WITH approved AS (
  SELECT classification FROM staged_document
  WHERE status = ${STATUS.approved} AND classification IS NOT NULL
  ORDER BY updated_at DESC, uuid DESC
  LIMIT ${DOCUMENTS_LOOKED_AT}
), named AS (
  SELECT field ->> 'value' AS name, array_agg(DISTINCT field ->> 'name') AS roles
  FROM approved, jsonb_array_elements(classification -> 'fields') AS field
  WHERE field ->> 'name' = ANY($1) AND length(field ->> 'value') BETWEEN 3 AND 255
  GROUP BY 1
)
(SELECT name, roles FROM named LIMIT $2)
UNION ALL
(SELECT name, '{}'::text[] FROM asset WHERE archived_at IS NULL ORDER BY updated_at DESC LIMIT $2)`,
};

/** What judging may know, from PostgreSQL and from the program. */
export function createVocabulary(pool: pg.Pool): Vocabulary {
  const query = createQuery(pool);
  return {
    listClasses: async () => SHIPPED_CLASSES,
    listKnownParties: async (limit) => {
      const { rows } = await query<KnownParty & pg.QueryResultRow>(PARTIES, [PARTY_FIELDS, limit]);
      return rows.slice(0, limit);
    },
  };
}
