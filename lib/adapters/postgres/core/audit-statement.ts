import sql, { raw, type Sql } from "sql-template-tag";
import type { AuditNote } from "@/lib/kernel/rules/audit";

/**
 * Returns a data-modifying WITH query that writes one audit entry for each changed row, and none if nothing has changed
 * (decision 0056). Fails if the author's session or API key is no longer valid, so that nothing is changed; the check may
 * run before or after the change (decision 0080).
 * @param parts.note the value from `auditParameter`
 * @param parts.changed the name of the WITH query that returns the changed rows
 * @param parts.before an expression over a row of `changed` for its state before, as jsonb or NULL; likewise `after`.
 * Qualify columns, as in `changed.address`, because the note has some of the same names
 * @param parts.subject an expression over a row of `changed` for the subject; if absent, the note's own subject is used
 */
export const auditStatement = ({
  note,
  changed,
  before,
  after,
  subject = sql`note.subject`,
}: {
  readonly note: unknown;
  readonly changed: string;
  readonly before: Sql;
  readonly after: Sql;
  readonly subject?: Sql;
}): Sql => sql`
  INSERT INTO audit_entry (at, actor, address, request_id, action, subject, before, after)
  SELECT note.at, note.actor, note.address, note.request_id, note.action, ${subject}, ${before}, ${after}
  FROM ${raw(changed)}, audit_note(${note}::jsonb) AS note`;

const API_KEY = "api-key:";

/** Returns the value of the `note` of `auditStatement`. */
export const auditParameter = ({ at, author, action, subject }: AuditNote): string =>
  JSON.stringify({
    at: at.toISOString(),
    actor: author.actor,
    address: author.address ?? null,
    request_id: author.requestId ?? null,
    action,
    subject,
    session_id: author.sessionId ?? null,
    api_key_id: author.actor.startsWith(API_KEY) ? author.actor.slice(API_KEY.length) : null,
  });
