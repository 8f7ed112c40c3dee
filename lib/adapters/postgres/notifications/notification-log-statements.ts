import sql, { type Sql } from "sql-template-tag";
import type { NotificationPeriod } from "@/lib/notifications/log-ports";
import { auditStatement } from "../core/audit-statement";
import { type Parameter, type Places, statement } from "../core/query";
import { insertAttempt, type SavedAttemptValues } from "./delivery-statements";

/** The columns of a notification, without those of its attempts. */
export const LISTED = sql`id, state, is_test AS "isTest", is_resend AS "isResend", item_count AS "itemCount", attempts,
    next_attempt_at AS "nextAttemptAt", next_cause AS "nextCause", created_at AS "createdAt", settled_at AS "settledAt"`;

/** The columns of an attempt in a list. */
export const RESULT = sql`started_at AS at, url, status, failure_code AS "failureCode", answer_headers->>'location' AS location,
    certificate_expires_at AS "certificateExpiresAt", total_ms AS "totalMs"`;

/** The columns of an attempt that a list does not show. */
const ATTEMPT_DETAILS = sql`cause, author, request_headers AS "requestHeaders", failure_detail AS "failureDetail",
    answer_headers AS "answerHeaders", answer_body AS "answerBody", is_answer_truncated AS "isTruncated",
    dns_ms AS dns, connect_ms AS connect, tls_ms AS tls, first_byte_ms AS "firstByte", address, port,
    tls_version AS "tlsVersion", certificate_issuer AS "certificateIssuer", next_attempt_at AS "nextAttemptAt"`;

/** Adds only the latest attempt to each row of `page`. */
export const LAST_ATTEMPT = sql`LEFT JOIN LATERAL (
  SELECT ${RESULT}
  FROM delivery_attempt WHERE notification_id = page.id
  ORDER BY generation DESC, n DESC LIMIT 1
) AS last ON true`;

/** The order of every list. */
export const NEWEST_FIRST = sql`page."createdAt" DESC, page.id DESC`;

/**
 * Adds the latest attempt to a page of notifications. The page is selected first, so that attempts of other notifications
 * are not read.
 */
const withLastAttempt = (page: Sql) => sql`
SELECT page.*, last.*
FROM (${page}
) AS page
${LAST_ATTEMPT}
ORDER BY ${NEWEST_FIRST}`;

/** The values of a page of notifications. */
export interface PageValues {
  /** The position after which the page starts. */
  readonly afterAt: Date | string;
  readonly afterId: string;
  readonly limit: number;
  readonly createdFrom: Date | string;
}

/** The values of a page of the notifications of a document. */
export type DocumentPageValues = PageValues & {
  readonly documentUuid: string;
  readonly state: string | null;
};

/**
 * A page of notifications for each filter. A filter by state is a range of its index, as in the list of documents.
 */
export const NOTIFICATION_PAGES = {
  all: ({ afterAt, afterId, limit, createdFrom }: Places<PageValues>) => sql`
  SELECT ${LISTED} FROM notification
  WHERE (created_at, id) < (${afterAt}, ${afterId}) AND created_at >= ${createdFrom}
  ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
  inState: ({
    afterAt,
    afterId,
    limit,
    createdFrom,
    state,
  }: Places<PageValues & { state: string }>) => sql`
  SELECT ${LISTED} FROM notification
  WHERE (state, created_at, id) < (${state}, ${afterAt}, ${afterId}) AND (state, created_at) >= (${state}, ${createdFrom})
  ORDER BY state DESC, created_at DESC, id DESC LIMIT ${limit}`,
  /** Lists only the notifications in `told`, looking up each of them, because they are few. */
  notifying: ({ afterAt, afterId, limit, createdFrom, state }: Places<DocumentPageValues>) => sql`
  SELECT ${LISTED} FROM told JOIN notification USING (id)
  WHERE (created_at, id) < (${afterAt}, ${afterId}) AND created_at >= ${createdFrom} AND (${state}::text IS NULL OR state = ${state})
  ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
} as const;

/** Selects the notifications of a document, which has few changes. */
export const toldOf = (documentUuid: Parameter) => sql`told AS MATERIALIZED (
  SELECT DISTINCT notification_id AS id FROM status_change
  WHERE document_uuid = ${documentUuid} AND notification_id IS NOT NULL
)`;

/** Makes a notification pending and immediately due. The audit note names who requests the attempt. */
const sendAgain = (time: Parameter, note: Parameter) => {
  const at = sql`${time}::timestamptz`;
  return sql`
  generation = CASE state WHEN 'pending' THEN generation ELSE generation + 1 END,
  generation_at = CASE state WHEN 'pending' THEN generation_at ELSE ${at} END,
  is_resend = is_resend OR state <> 'pending',
  series_started_at = CASE state WHEN 'pending' THEN series_started_at END,
  slot = CASE state WHEN 'pending' THEN slot ELSE 0 END,
  last_interval_ms = CASE state WHEN 'pending' THEN last_interval_ms ELSE 0 END,
  planned_at = CASE state WHEN 'pending' THEN planned_at END,
  next_cause = CASE WHEN state <> 'pending' THEN 'resend' WHEN next_attempt_at > ${at} THEN 'send-now' ELSE next_cause END,
  resent_by = CASE WHEN state <> 'pending' OR next_attempt_at > ${at} THEN ${note}::jsonb->>'actor' ELSE resent_by END,
  next_attempt_at = LEAST(next_attempt_at, ${at}),
  state = 'pending',
  settled_at = NULL`;
};

const RESENT = sql`
RETURNING id AS "notificationId", generation, next_cause = 'resend' AS "isNew", created_at AS "createdAt"`;

/** Formats a time as the API does. */
const utcText = (time: Parameter) =>
  sql`to_char(${time}::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const isIn = ({ state, createdFrom, createdTo }: Places<NotificationPeriod>) =>
  sql`(state, created_at) >= (${state}, ${createdFrom}) AND (state, created_at) < (${state}, ${createdTo}) AND NOT is_test`;

/** The SQL statements of the log of notifications (decision 0026), exported to test their query plans. */
export const NOTIFICATION_LOG_STATEMENTS = {
  all: statement<PageValues>("notification-log-list", (page) =>
    withLastAttempt(NOTIFICATION_PAGES.all(page)),
  ),
  inState: statement<PageValues & { state: string }>("notification-log-list-state", (page) =>
    withLastAttempt(NOTIFICATION_PAGES.inState(page)),
  ),
  ofDocument: statement<DocumentPageValues>(
    "notification-log-list-document",
    (page) => sql`
WITH ${toldOf(page.documentUuid)}${withLastAttempt(NOTIFICATION_PAGES.notifying(page))}`,
  ),
  find: statement<{ id: string }>("notification-log-find", ({ id }) =>
    withLastAttempt(sql`
  SELECT ${LISTED}, body FROM notification WHERE id = ${id}`),
  ),
  deliveries: statement<{ id: string; limit: number }>(
    "notification-log-deliveries",
    ({ id, limit }) => sql`
SELECT ${RESULT}, ${ATTEMPT_DETAILS} FROM delivery_attempt
WHERE notification_id = ${id}
ORDER BY generation DESC, n DESC LIMIT ${limit}`,
  ),
  resend: statement<{ id: string; at: Date; note: string }>(
    "notification-log-resend",
    ({ id, at, note }) => sql`
WITH previous AS MATERIALIZED (
  SELECT id AS previous_id, state AS state_before FROM notification WHERE id = ${id} AND NOT is_test FOR NO KEY UPDATE
), changed AS (
  UPDATE notification SET ${sendAgain(at, note)}
  FROM previous WHERE id = previous_id${RESENT}, state_before
), audited AS (${auditStatement({
      note,
      changed: "changed",
      before: sql`jsonb_build_object('state', changed.state_before)`,
      after: sql`jsonb_build_object('state', 'pending')`,
    })}
)
SELECT "notificationId", generation, "isNew", "createdAt" FROM changed`,
  ),
  count: statement<NotificationPeriod>(
    "notification-log-count",
    (period) => sql`
SELECT count(*) AS count FROM notification WHERE ${isIn(period)}`,
  ),
  /**
   * Skips rows that another transaction is writing: those notifications were just attempted or are being made due, and
   * waiting for them could deadlock.
   */
  resendSome: statement<
    NotificationPeriod & {
      afterAt: Date | string;
      afterId: string;
      limit: number;
      at: Date;
      note: string;
    }
  >(
    "notification-log-resend-some",
    (resent) => sql`
WITH chosen AS MATERIALIZED (
  SELECT id FROM notification
  WHERE ${isIn(resent)} AND (state, created_at, id) > (${resent.state}, ${resent.afterAt}, ${resent.afterId})
  ORDER BY state, created_at, id LIMIT ${resent.limit}
  FOR NO KEY UPDATE SKIP LOCKED
), changed AS (
  UPDATE notification SET ${sendAgain(resent.at, resent.note)}
  WHERE id IN (SELECT id FROM chosen)${RESENT}
), resent AS (
  SELECT count(*) AS count FROM changed HAVING count(*) > 0
), audited AS (${auditStatement({
      note: resent.note,
      changed: "resent",
      before: sql`NULL::jsonb`,
      after: sql`jsonb_build_object('count', resent.count, 'state', ${resent.state}::text, 'createdFrom', ${utcText(resent.createdFrom)}, 'createdTo', ${utcText(resent.createdTo)})`,
    })}
)
SELECT * FROM changed`,
  ),
  /** A test has a single generation and a single attempt. */
  saveTest: statement<
    SavedAttemptValues & { body: Buffer; state: string; settledAt: Date; note: string }
  >(
    "notification-log-save-test",
    (test) => sql`
WITH attempt AS (${insertAttempt(test)}
), saved AS (
  INSERT INTO notification (id, body, item_count, state, is_test, generation, generation_at, series_started_at, attempts, created_at, settled_at)
  VALUES (${test.notification_id}, ${test.body}, 1, ${test.state}, true, ${test.generation}, ${test.started_at}, ${test.started_at}, 1, ${test.started_at}, ${test.settledAt})
  RETURNING state
)${auditStatement({
      note: test.note,
      changed: "saved",
      before: sql`NULL::jsonb`,
      after: sql`jsonb_build_object('state', saved.state)`,
    })}`,
  ),
} as const;
