import type pg from "pg";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type {
  DeliveryLog,
  DeliveryLogEntry,
  DeliveryLogFilter,
  NamedDocument,
} from "@/lib/notifications/ports/delivery-log";
import type { NotificationPage } from "@/lib/notifications/ports/notification-log";
import { patternOf } from "../core/contains-text";
import { createQuery } from "../core/query";
import { DELIVERY_LOG_STATEMENTS } from "./delivery-log-statements";
import { listQuery } from "./notification-log";
import { type ListedRow, toLogged } from "./notification-log-rows";

/** A row of the log with the documents it is about. Test notifications have none. */
type Row = ListedRow & {
  readonly documents: DeliveryLogEntry["documents"] | null;
  readonly documentCount: number | null;
};

/** Reads the delivery log that users see from PostgreSQL, with one statement per page. */
export function createDeliveryLog(pool: pg.Pool): DeliveryLog {
  const query = createQuery(pool);
  return {
    list: async (...asked) => (await query<Row>(deliveryLogQuery(...asked))).rows.map(toEntry),
    nameDocuments: async (id) =>
      (await query<NamedDocument>(DELIVERY_LOG_STATEMENTS.nameDocuments, [id])).rows,
  };
}

/** Returns the statement for these filters with its values. */
export function deliveryLogQuery(
  { text, ...filter }: DeliveryLogFilter,
  page: NotificationPage,
): pg.QueryConfig {
  if (text === null) return listQuery(filter, page, DELIVERY_LOG_STATEMENTS);
  const { values = [] } = listQuery({ ...filter, state: null, documentUuid: null }, page);
  const asked = [text, filter.state, patternOf(text), isUuid(text) ? text : null];
  return { ...DELIVERY_LOG_STATEMENTS.ofText, values: [...values, ...asked] };
}

const toEntry = (row: Row): DeliveryLogEntry => ({
  ...toLogged(row),
  documents: row.documents ?? [],
  documentCount: row.documentCount ?? 0,
});
