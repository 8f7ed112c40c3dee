import { cache } from "react";
import { getContainer } from "@/app/container";
import { requireRole } from "@/app/require-role";
import { DomainError } from "@/lib/kernel/rules/errors";
import { getNamedNotification } from "@/lib/notifications/use-cases/get-named-notification";

/** One notification with every attempt, read once per render; null if there is none. */
export const loadNotification = cache(async (id: string) => {
  await requireRole("administrator");
  return getNamedNotification(getContainer().ports, id).catch(noneAsNull);
});

function noneAsNull(error: unknown): null {
  if (error instanceof DomainError && error.code === "notification-not-found") return null;
  throw error;
}
