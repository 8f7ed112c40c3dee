import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireRole } from "@/app/access/require-role";
import { NotificationView } from "@/components/notifications/detail/notification-view";
import { NOTIFICATION_TEXTS } from "@/components/texts/en/delivery-texts";
import { loadNotification } from "./load-notification";

export const metadata: Metadata = { title: NOTIFICATION_TEXTS.pageTitle };

/** One notification with all its attempts. */
export default async function NotificationPage({ params }: { params: Promise<{ id: string }> }) {
  await requireRole("administrator");
  const found = await loadNotification((await params).id);
  if (!found) notFound();
  return (
    <div className="max-w-4xl">
      <NotificationView notification={found} />
    </div>
  );
}
