import { notFound } from "next/navigation";
import { requirePage } from "@/app/access/require-role";
import { metadataOf } from "@/app/pages";
import { NotificationView } from "@/components/notifications/detail/notification-view";
import { loadNotification } from "./load-notification";

export const metadata = metadataOf("/administration/external-dms/notifications/[id]");

/** One notification with all its attempts. */
export default async function NotificationPage({ params }: { params: Promise<{ id: string }> }) {
  await requirePage("/administration/external-dms/notifications/[id]");
  const found = await loadNotification((await params).id);
  if (!found) notFound();
  return (
    <div className="max-w-4xl">
      <NotificationView notification={found} />
    </div>
  );
}
