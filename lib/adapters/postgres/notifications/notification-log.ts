import type pg from "pg";
import type {
  NotificationFilter,
  NotificationLog,
  NotificationPage,
  NotificationPeriod,
  NotificationPosition,
  ResentRun,
  SentTest,
} from "@/lib/notifications/log-ports";
import { auditParameter } from "../core/audit-statement";
import { createQuery, NIL_UUID } from "../core/query";
import { attemptValues } from "./delivery-rows";
import { type AttemptRow, type ListedRow, toAttempt, toLogged } from "./notification-log-rows";
import { NOTIFICATION_LOG_STATEMENTS } from "./notification-log-statements";

/** Reads the log of notifications from PostgreSQL and resends notifications. */
export function createNotificationLog(pool: pg.Pool): NotificationLog {
  const query = createQuery(pool);
  return {
    list: async (...parameters) =>
      (await query<ListedRow>(listQuery(...parameters))).rows.map(toLogged),
    async find(id, deliveriesMax) {
      const { find, deliveries } = NOTIFICATION_LOG_STATEMENTS;
      const [found] = (await query<ListedRow & { body: Buffer }>(find, [id])).rows;
      if (!found) return null;
      const { rows } = await query<AttemptRow>(deliveries, [id, deliveriesMax]);
      return {
        ...toLogged(found),
        body: found.body,
        deliveries: rows.map(toAttempt).reverse(),
      };
    },
    async resend(id, at, note) {
      const values = [id, at, auditParameter(note)];
      const { rows } = await query<ResentRow>(NOTIFICATION_LOG_STATEMENTS.resend, values);
      return rows[0] ? toResentRun(rows[0]) : null;
    },
    async count(period) {
      const values = periodValues(period);
      const { rows } = await query<{ count: string }>(NOTIFICATION_LOG_STATEMENTS.count, values);
      return Number(rows[0]?.count ?? 0);
    },
    async resendSome(period, { after, limit }, at, note) {
      const position = after ? [after.createdAt, after.id] : ["-infinity", NIL_UUID];
      const values = [...periodValues(period), ...position, limit, at, auditParameter(note)];
      const { rows } = await query<ResentRow>(NOTIFICATION_LOG_STATEMENTS.resendSome, values);
      return { runs: rows.map(toResentRun), nextAfter: rows.length < limit ? null : lastOf(rows) };
    },
    saveTest: async (test, note) => {
      const values = [...testValues(test), auditParameter(note)];
      await query(NOTIFICATION_LOG_STATEMENTS.saveTest, values);
    },
  };
}

/** The statements of a list, one for each set of filters. */
type ListStatements = Readonly<
  Record<"all" | "inState" | "ofDocument", { readonly name: string; readonly text: string }>
>;

/** Returns the statement for these filters with its values. The filter `createdTo` only sets the first position. */
export function listQuery(
  { state, documentUuid, createdFrom, createdTo }: NotificationFilter,
  { after, limit }: NotificationPage,
  statements: ListStatements = NOTIFICATION_LOG_STATEMENTS,
): pg.QueryConfig {
  const position = after ? [after.createdAt, after.id] : [createdTo ?? "infinity", NIL_UUID];
  const page = [...position, limit, createdFrom ?? "-infinity"];
  if (documentUuid !== null) {
    return { ...statements.ofDocument, values: [...page, documentUuid, state] };
  }
  if (state !== null) return { ...statements.inState, values: [...page, state] };
  return { ...statements.all, values: page };
}

const periodValues = ({ state, createdFrom, createdTo }: NotificationPeriod) => [
  state,
  createdFrom,
  createdTo,
];

interface ResentRow extends ResentRun {
  readonly createdAt: Date;
}

const toResentRun = ({ createdAt: _, ...run }: ResentRow): ResentRun => run;

/** Sorts the rows first, because an update returns them in any order. */
function lastOf(rows: readonly ResentRow[]): NotificationPosition | null {
  const positions = rows.map(({ createdAt, notificationId: id }) => ({ createdAt, id }));
  const [last] = positions.sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
  );
  return last ?? null;
}

/** A test has a single generation and a single attempt. */
const testValues = ({ id, body, attempt, isDelivered, settledAt }: SentTest) => [
  ...attemptValues({ notificationId: id, generation: 1 }, attempt),
  null,
  body,
  isDelivered ? "delivered" : "undelivered",
  settledAt,
];
