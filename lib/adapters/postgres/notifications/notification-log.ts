import type pg from "pg";
import type {
  NotificationFilter,
  NotificationLog,
  NotificationPage,
  NotificationPosition,
  ResentRun,
  SentTest,
} from "@/lib/notifications/log-ports";
import { auditParameter } from "../core/audit-statement";
import { createQuery, NIL_UUID, type Statement } from "../core/query";
import { attemptValues } from "./delivery-rows";
import { type AttemptRow, type ListedRow, toAttempt, toLogged } from "./notification-log-rows";
import {
  type DocumentPageValues,
  NOTIFICATION_LOG_STATEMENTS,
  type PageValues,
} from "./notification-log-statements";

/** Reads the log of notifications from PostgreSQL and resends notifications. */
export function createNotificationLog(pool: pg.Pool): NotificationLog {
  const query = createQuery(pool);
  return {
    list: async (...parameters) =>
      (await query<ListedRow>(listQuery(...parameters))).rows.map(toLogged),
    async find(id, deliveriesMax) {
      const { find, deliveries } = NOTIFICATION_LOG_STATEMENTS;
      const [found] = (await query<ListedRow & { body: Buffer }>(find({ id }))).rows;
      if (!found) return null;
      const { rows } = await query<AttemptRow>(deliveries({ id, limit: deliveriesMax }));
      return {
        ...toLogged(found),
        body: found.body,
        deliveries: rows.map(toAttempt).reverse(),
      };
    },
    async resend(id, at, note) {
      const resend = NOTIFICATION_LOG_STATEMENTS.resend({ id, at, note: auditParameter(note) });
      const { rows } = await query<ResentRow>(resend);
      return rows[0] ? toResentRun(rows[0]) : null;
    },
    async count(period) {
      const { rows } = await query<{ count: string }>(NOTIFICATION_LOG_STATEMENTS.count(period));
      return Number(rows[0]?.count ?? 0);
    },
    async resendSome(period, { after, limit }, at, note) {
      const { rows } = await query<ResentRow>(
        NOTIFICATION_LOG_STATEMENTS.resendSome({
          ...period,
          afterAt: after?.createdAt ?? "-infinity",
          afterId: after?.id ?? NIL_UUID,
          limit,
          at,
          note: auditParameter(note),
        }),
      );
      return { runs: rows.map(toResentRun), nextAfter: rows.length < limit ? null : lastOf(rows) };
    },
    saveTest: async (test, note) => {
      const values = { ...testValues(test), note: auditParameter(note) };
      await query(NOTIFICATION_LOG_STATEMENTS.saveTest(values));
    },
  };
}

/** The statements of a list, one for each set of filters. */
interface ListStatements {
  readonly all: (page: PageValues) => Statement;
  readonly inState: (page: PageValues & { state: string }) => Statement;
  readonly ofDocument: (page: DocumentPageValues) => Statement;
}

/** Returns the statement for these filters with its values. The filter `createdTo` only sets the first position. */
export function listQuery(
  { state, documentUuid, createdFrom, createdTo }: NotificationFilter,
  { after, limit }: NotificationPage,
  statements: ListStatements = NOTIFICATION_LOG_STATEMENTS,
): Statement {
  const page = {
    afterAt: after?.createdAt ?? createdTo ?? "infinity",
    afterId: after?.id ?? NIL_UUID,
    limit,
    createdFrom: createdFrom ?? "-infinity",
  };
  if (documentUuid !== null) return statements.ofDocument({ ...page, documentUuid, state });
  return state === null ? statements.all(page) : statements.inState({ ...page, state });
}

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

const testValues = ({ id, body, attempt, isDelivered, settledAt }: SentTest) => ({
  ...attemptValues({ notificationId: id, generation: 1 }, attempt),
  nextAttemptAt: null,
  body,
  state: isDelivered ? "delivered" : "undelivered",
  settledAt,
});
