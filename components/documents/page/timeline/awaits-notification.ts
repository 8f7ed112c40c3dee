import type { DocumentPage } from "@/lib/http/documents/document-page-schemas";

/**
 * Returns whether an update about notifications may affect this document: one of its changes is not in a notification
 * yet, or one of its notifications has not been delivered. An undelivered notification may be resent.
 */
export function awaitsNotification({ entries, notifications }: DocumentPage["timeline"]): boolean {
  return (
    entries.some((entry) => entry.kind === "change" && entry.telling === "waiting") ||
    notifications.some(({ state }) => state !== "delivered")
  );
}
