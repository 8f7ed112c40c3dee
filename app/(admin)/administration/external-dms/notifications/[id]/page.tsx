import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getContainer } from "@/app/container";
import { requireAdmin } from "@/app/require-admin";
import { NotificationView } from "@/components/notifications/detail/notification-view";
import { NOTIFICATION_TEXTS } from "@/components/texts/en/delivery-texts";
import { renderCockpitNotification } from "@/lib/http/notifications/cockpit-serializers";
import { DomainError } from "@/lib/kernel/rules/errors";
import { getNotification } from "@/lib/notifications/use-cases/get-notification";

export const metadata: Metadata = { title: NOTIFICATION_TEXTS.pageTitle };

/** One notification with every attempt. */
export default async function NotificationPage({ params }: { params: Promise<{ id: string }> }) {
  await requireAdmin();
  const { ports } = getContainer();
  const { id } = await params;
  const found = await getNotification(ports, id).catch(noneAsNull);
  if (!found) notFound();
  return (
    <div className="mx-auto max-w-4xl">
      <NotificationView notification={renderCockpitNotification(found)} />
    </div>
  );
}

function noneAsNull(error: unknown): null {
  if (error instanceof DomainError && error.code === "notification-not-found") return null;
  throw error;
}
