/** The number of rows of each kind that the fixture inserts. */
export const SCALE = {
  changes: 100_000,
  itemsOfEach: 50,
  notifications: 2_000,
  undelivered: 200,
  /** The newest notifications are pending, as after a night without a receiver. */
  pending: 300,
  /** Changes that are not in any notification yet. The tests that need them insert them. */
  waiting: 2_000,
} as const;

/** The id shared by the document, the notification and the change with the number `n`. */
export const UUID_OF_N = "lpad(to_hex(n), 32, '0')::uuid";

const IS_PENDING = `n > ${SCALE.notifications - SCALE.pending}`;

/** Inserts documents and all the changes that their notifications contain, but does not run ANALYZE. */
export const FILL_DELIVERIES: readonly string[] = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
   SELECT ${UUID_OF_N}, 'BLD', 'a.pdf', 1, now(), now(), now()
   FROM generate_series(1, ${SCALE.changes + SCALE.waiting}) AS n`,
  `INSERT INTO notification (id, body, item_count, state, generation_at, next_attempt_at, next_cause, created_at, settled_at)
   SELECT ${UUID_OF_N}, '\\x5b5d', ${SCALE.itemsOfEach},
     CASE WHEN ${IS_PENDING} THEN 'pending' WHEN n <= ${SCALE.undelivered} THEN 'undelivered' ELSE 'delivered' END, now(),
     CASE WHEN ${IS_PENDING} THEN now() + n * interval '1 second' END,
     CASE WHEN ${IS_PENDING} THEN 'schedule' END, now(), CASE WHEN ${IS_PENDING} THEN NULL ELSE now() END
   FROM generate_series(1, ${SCALE.notifications}) AS n`,
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence, notification_id)
   SELECT ${UUID_OF_N}, 1, 'test', 'created', now(), true, true, n,
     lpad(to_hex((n - 1) / ${SCALE.itemsOfEach} + 1), 32, '0')::uuid
   FROM generate_series(1, ${SCALE.changes}) AS n`,
];
