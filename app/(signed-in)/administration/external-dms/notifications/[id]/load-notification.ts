import { cache } from "react";
import { requirePage } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { loadNamedNotification } from "@/app/load-named-notification";
import { DomainError } from "@/lib/kernel/rules/errors";

/** Loads one notification with all its attempts, once per render; null if it does not exist. */
export const loadNotification = cache(async (id: string) => {
  await requirePage("/administration/external-dms/notifications/[id]");
  return loadNamedNotification(getContainer().ports, id).catch(noneAsNull);
});

function noneAsNull(error: unknown): null {
  if (error instanceof DomainError && error.code === "notification-not-found") return null;
  throw error;
}
