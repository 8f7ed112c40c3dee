import type pg from "pg";
import sql from "sql-template-tag";
import type {
  CarryingNotification,
  DeliveryInShort,
  DocumentDeliveries,
} from "@/lib/notifications/log-ports";
import { createQuery, statement } from "../core/query";
import { LISTED, RESULT } from "./notification-log-statements";

type Row = Omit<CarryingNotification, "deliveries"> & {
  /** The newest notification comes first. Times are text, because the statement returns JSON. */
  readonly deliveries: readonly (Omit<DeliveryInShort, "at" | "certificateExpiresAt" | "number"> & {
    readonly at: string;
    readonly certificateExpiresAt: string | null;
  })[];
};

/**
 * The SQL for a document's deliveries, exported to test its query plan. It starts from the latest changes, so that it
 * reads no other rows.
 */
export const DOCUMENT_DELIVERIES_STATEMENT = statement<{
  documentUuid: string;
  notificationsMax: number;
  attemptsMax: number;
}>(
  "document-deliveries",
  ({ documentUuid, notificationsMax, attemptsMax }) => sql`
WITH told AS MATERIALIZED (
  SELECT DISTINCT notification_id AS id FROM (
    SELECT notification_id FROM status_change
    WHERE document_uuid = ${documentUuid} AND notification_id IS NOT NULL ORDER BY status_change.id DESC LIMIT ${notificationsMax}
  ) AS latest
)
SELECT ${LISTED}, ARRAY(
    SELECT row_to_json(attempt) FROM (
      SELECT ${RESULT}, cause, author FROM delivery_attempt
      WHERE notification_id = told.id ORDER BY generation DESC, n DESC LIMIT ${attemptsMax}
    ) AS attempt
  ) AS deliveries
FROM told JOIN notification USING (id)
ORDER BY created_at DESC, id DESC`,
);

/** Reads the deliveries of a document from PostgreSQL with a single statement. */
export function createDocumentDeliveries(pool: pg.Pool): DocumentDeliveries {
  const query = createQuery(pool);
  return {
    async listOfDocument(documentUuid, limits) {
      const reading = DOCUMENT_DELIVERIES_STATEMENT({ documentUuid, ...limits });
      return (await query<Row>(reading)).rows.map(toCarrying);
    },
  };
}

function toCarrying({ deliveries, ...notification }: Row): CarryingNotification {
  const older = notification.attempts - deliveries.length;
  const inOrder = deliveries.toReversed().map((delivery, index) => ({
    ...delivery,
    at: new Date(delivery.at),
    certificateExpiresAt: delivery.certificateExpiresAt
      ? new Date(delivery.certificateExpiresAt)
      : null,
    number: older + index + 1,
  }));
  return { ...notification, deliveries: inOrder };
}
