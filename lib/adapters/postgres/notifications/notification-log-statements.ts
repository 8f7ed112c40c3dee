import { auditStatement } from "../core/audit-statement";
import { afterAttempt, INSERT_ATTEMPT } from "./delivery-statements";

/** The columns of a notification, without those of its attempts. */
export const LISTED = `id, state, is_test AS "isTest", is_resend AS "isResend", item_count AS "itemCount", attempts,
    next_attempt_at AS "nextAttemptAt", next_cause AS "nextCause", created_at AS "createdAt", settled_at AS "settledAt"`;

/** The columns of an attempt in a list. */
export const RESULT = `started_at AS at, url, status, failure_code AS "failureCode", answer_headers->>'location' AS location,
    certificate_expires_at AS "certificateExpiresAt", total_ms AS "totalMs"`;

/** The columns of an attempt that a list does not show. */
const ATTEMPT_DETAILS = `cause, author, request_headers AS "requestHeaders", failure_detail AS "failureDetail",
    answer_headers AS "answerHeaders", answer_body AS "answerBody", is_answer_truncated AS "isTruncated",
    dns_ms AS dns, connect_ms AS connect, tls_ms AS tls, first_byte_ms AS "firstByte", address, port,
    tls_version AS "tlsVersion", certificate_issuer AS "certificateIssuer", next_attempt_at AS "nextAttemptAt"`;

/** Adds only the latest attempt to each row of `page`. */
export const LAST_ATTEMPT = `LEFT JOIN LATERAL (
  SELECT ${RESULT}
  FROM delivery_attempt WHERE notification_id = page.id
  ORDER BY generation DESC, n DESC LIMIT 1
) AS last ON true`;

/** The order of every list. */
export const NEWEST_FIRST = `page."createdAt" DESC, page.id DESC`;

/**
 * Adds the latest attempt to a page of notifications. The page is selected first, so that attempts of other notifications
 * are not read.
 */
const withLastAttempt = (page: string) => `
SELECT page.*, last.*
FROM (${page}
) AS page
${LAST_ATTEMPT}
ORDER BY ${NEWEST_FIRST}`;

/**
 * A page of notifications for each filter. $1 and $2 are the position, $3 is the limit, $4 the start of the period. A
 * filter by state is a range of its index, as in the list of documents.
 */
export const NOTIFICATION_PAGES = {
  all: `
  SELECT ${LISTED} FROM notification
  WHERE (created_at, id) < ($1, $2) AND created_at >= $4
  ORDER BY created_at DESC, id DESC LIMIT $3`,
  inState: `
  SELECT ${LISTED} FROM notification
  WHERE (state, created_at, id) < ($5, $1, $2) AND (state, created_at) >= ($5, $4)
  ORDER BY state DESC, created_at DESC, id DESC LIMIT $3`,
  /** Lists only the notifications in `told`, looking up each of them, because they are few. $6 is the state or null. */
  notifying: `
  SELECT ${LISTED} FROM told JOIN notification USING (id)
  WHERE (created_at, id) < ($1, $2) AND created_at >= $4 AND ($6::text IS NULL OR state = $6)
  ORDER BY created_at DESC, id DESC LIMIT $3`,
} as const;

/** Selects the notifications of document $5, which has few changes. */
export const TOLD_OF_DOCUMENT = `told AS MATERIALIZED (
  SELECT DISTINCT notification_id AS id FROM status_change
  WHERE document_uuid = $5 AND notification_id IS NOT NULL
)`;

/**
 * Makes a notification pending and immediately due; `at` is the parameter with the time, `note` the one with the audit
 * note, which names who requests the attempt.
 */
const sendAgain = (at: string, note: string) => `
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

const RESENT = `
RETURNING id AS "notificationId", generation, next_cause = 'resend' AS "isNew", created_at AS "createdAt"`;

/** Formats a time as the API does. */
const utcText = (parameter: string) =>
  `to_char(${parameter}::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const IN_PERIOD =
  "(state, created_at) >= ($1, $2) AND (state, created_at) < ($1, $3) AND NOT is_test" as const;

/** The SQL statements of the log of notifications (decision 0026), exported to test their query plans. */
export const NOTIFICATION_LOG_STATEMENTS = {
  all: { name: "notification-log-list", text: withLastAttempt(NOTIFICATION_PAGES.all) },
  inState: {
    name: "notification-log-list-state",
    text: withLastAttempt(NOTIFICATION_PAGES.inState),
  },
  ofDocument: {
    name: "notification-log-list-document",
    text: `
WITH ${TOLD_OF_DOCUMENT}${withLastAttempt(NOTIFICATION_PAGES.notifying)}`,
  },
  find: {
    name: "notification-log-find",
    text: withLastAttempt(`
  SELECT ${LISTED}, body FROM notification WHERE id = $1`),
  },
  deliveries: {
    name: "notification-log-deliveries",
    text: `
SELECT ${RESULT}, ${ATTEMPT_DETAILS} FROM delivery_attempt
WHERE notification_id = $1
ORDER BY generation DESC, n DESC LIMIT $2`,
  },
  resend: {
    name: "notification-log-resend",
    text: `
WITH previous AS MATERIALIZED (
  SELECT id AS previous_id, state AS state_before FROM notification WHERE id = $1 AND NOT is_test FOR NO KEY UPDATE
), changed AS (
  UPDATE notification SET ${sendAgain("$2::timestamptz", "$3")}
  FROM previous WHERE id = previous_id${RESENT}, state_before
), audited AS (${auditStatement({
      note: "$3",
      changed: "changed",
      before: "jsonb_build_object('state', changed.state_before)",
      after: "jsonb_build_object('state', 'pending')",
    })}
)
SELECT "notificationId", generation, "isNew", "createdAt" FROM changed`,
  },
  count: {
    name: "notification-log-count",
    text: `
SELECT count(*) AS count FROM notification WHERE ${IN_PERIOD}`,
  },
  /**
   * Skips rows that another transaction is writing: those notifications were just attempted or are being made due, and
   * waiting for them could deadlock.
   */
  resendSome: {
    name: "notification-log-resend-some",
    text: `
WITH chosen AS MATERIALIZED (
  SELECT id FROM notification
  WHERE ${IN_PERIOD} AND (state, created_at, id) > ($1, $4, $5)
  ORDER BY state, created_at, id LIMIT $6
  FOR NO KEY UPDATE SKIP LOCKED
), changed AS (
  UPDATE notification SET ${sendAgain("$7::timestamptz", "$8")}
  WHERE id IN (SELECT id FROM chosen)${RESENT}
), resent AS (
  SELECT count(*) AS count FROM changed HAVING count(*) > 0
), audited AS (${auditStatement({
      note: "$8",
      changed: "resent",
      before: "NULL::jsonb",
      after: `jsonb_build_object('count', resent.count, 'state', $1::text, 'createdFrom', ${utcText("$2")}, 'createdTo', ${utcText("$3")})`,
    })}
)
SELECT * FROM changed`,
  },
  saveTest: {
    name: "notification-log-save-test",
    text: `
WITH attempt AS (${INSERT_ATTEMPT}
), saved AS (
  INSERT INTO notification (id, body, item_count, state, is_test, generation, generation_at, series_started_at, attempts, created_at, settled_at)
VALUES ($1, ${afterAttempt(2)}, 1, ${afterAttempt(3)}, true, $2, $5, $5, 1, $5, ${afterAttempt(4)})
  RETURNING state
)${auditStatement({
      note: afterAttempt(5),
      changed: "saved",
      before: "NULL::jsonb",
      after: "jsonb_build_object('state', saved.state)",
    })}`,
  },
} as const;
