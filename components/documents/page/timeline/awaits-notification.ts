import type { DocumentPage } from "@/lib/http/documents/document-page-schemas";

/**
 * Whether news about notifications can be about this document: one of its changes waits for a notification, or one of its
 * notifications has not arrived. Somebody may send an undelivered one again.
 */
export function awaitsNotification({ entries, notifications }: DocumentPage["timeline"]): boolean {
  return (
    entries.some((entry) => entry.kind === "change" && entry.telling === "waiting") ||
    notifications.some(({ state }) => state !== "delivered")
  );
}
