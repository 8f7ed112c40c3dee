import type pg from "pg";
import type {
  NotificationFilter,
  NotificationLog,
  NotificationPage,
  NotificationPeriod,
  NotificationPosition,
  SentTest,
} from "@/lib/notifications/ports/notification-log";
import { withDatabase } from "../core/database-errors";
import { attemptValues } from "./delivery-rows";
import {
  type AttemptRow,
  type ListedRow,
  type ResentRow,
  toAttempt,
  toLogged,
  toResentRun,
} from "./notification-log-rows";
import { NOTIFICATION_LOG_STATEMENTS } from "./notification-log-statements";

/** No notification has it, and it is before every other. */
const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** The delivery log in PostgreSQL. */
export function createNotificationLog(pool: pg.Pool): NotificationLog {
  const query = async <Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    values: readonly unknown[],
  ) => (await withDatabase(() => pool.query<Row>({ ...statement, values: [...values] }))).rows;
  return {
    list: async (filter, page) =>
      (await withDatabase(() => pool.query<ListedRow>(listQuery(filter, page)))).rows.map(toLogged),
    async find(id, deliveriesMax) {
      const found = await query<ListedRow & { body: Buffer }>(NOTIFICATION_LOG_STATEMENTS.find, [
        id,
      ]);
      if (!found[0]) return null;
      const values = [id, deliveriesMax];
      const attempts = await query<AttemptRow>(NOTIFICATION_LOG_STATEMENTS.deliveries, values);
      const deliveries = attempts.map(toAttempt).reverse();
      return { ...toLogged(found[0]), body: found[0].body, deliveries };
    },
    async resend(id, at) {
      const rows = await query<ResentRow>(NOTIFICATION_LOG_STATEMENTS.resend, [id, at]);
      return rows[0] ? toResentRun(rows[0]) : null;
    },
    async count(period) {
      const values = periodValues(period);
      const rows = await query<{ count: string }>(NOTIFICATION_LOG_STATEMENTS.count, values);
      return Number(rows[0]?.count ?? 0);
    },
    async resendSome(period, { after, limit }, at) {
      const position = after ? [after.createdAt, after.id] : ["-infinity", NIL_UUID];
      const values = [...periodValues(period), ...position, limit, at];
      const rows = await query<ResentRow>(NOTIFICATION_LOG_STATEMENTS.resendSome, values);
      return { runs: rows.map(toResentRun), nextAfter: rows.length < limit ? null : lastOf(rows) };
    },
    saveTest: async (test) => {
      await query(NOTIFICATION_LOG_STATEMENTS.saveTest, testValues(test));
    },
  };
}

/** The statement for these filters with its values; `createdTo` is nothing but a first position. */
export function listQuery(
  { state, documentUuid, createdFrom, createdTo }: NotificationFilter,
  { after, limit }: NotificationPage,
): pg.QueryConfig {
  const position = after ? [after.createdAt, after.id] : [createdTo ?? "infinity", NIL_UUID];
  const page = [...position, limit, createdFrom ?? "-infinity"];
  if (documentUuid !== null) {
    return { ...NOTIFICATION_LOG_STATEMENTS.ofDocument, values: [...page, documentUuid, state] };
  }
  if (state !== null) return { ...NOTIFICATION_LOG_STATEMENTS.inState, values: [...page, state] };
  return { ...NOTIFICATION_LOG_STATEMENTS.all, values: page };
}

const periodValues = ({ state, createdFrom, createdTo }: NotificationPeriod) => [
  state,
  createdFrom,
  createdTo,
];

/** An update returns its rows in any order. */
function lastOf(rows: readonly ResentRow[]): NotificationPosition | null {
  const [last] = rows.toSorted(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1),
  );
  return last ? { createdAt: last.created_at, id: last.id } : null;
}

/** Its generation is the first and only one; no attempt follows. */
const testValues = ({ id, body, attempt, isDelivered, settledAt }: SentTest) => [
  ...attemptValues({ notificationId: id, generation: 1 }, attempt),
  null,
  body,
  isDelivered ? "delivered" : "undelivered",
  settledAt,
];
