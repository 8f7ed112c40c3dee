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
  /** Only in a search. */
  readonly tier?: number;
  /** Only in a search; the same in each row. */
  readonly isCut?: boolean;
};

/** Reads the delivery log that users see from PostgreSQL, with one statement per page. */
export function createDeliveryLog(pool: pg.Pool): DeliveryLog {
  const query = createQuery(pool);
  return {
    async list(...asked) {
      const { rows } = await query<Row>(deliveryLogQuery(...asked));
      return {
        entries: rows.filter(({ id }) => id !== null).map(toEntry),
        isCut: rows[0]?.isCut ?? false,
      };
    },
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
  const { after, limit } = page;
  const lower = text.toLowerCase();
  const values = [
    after?.createdAt ?? null,
    after?.id ?? null,
    limit,
    filter.createdFrom ?? "-infinity",
    text,
    filter.state,
    patternOf(text),
    isUuid(text) ? text : null,
    lower,
    patternOf(lower).slice(1),
    after?.tier ?? 0,
    filter.createdTo ?? "infinity",
  ];
  return { ...DELIVERY_LOG_STATEMENTS.ofText, values };
}

const toEntry = (row: Row): DeliveryLogEntry => ({
  ...toLogged(row),
  documents: row.documents ?? [],
  documentCount: row.documentCount ?? 0,
  ...(row.tier === undefined ? {} : { tier: row.tier }),
});
