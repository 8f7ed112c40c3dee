import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { loadedDocument } from "@/app/serving/loaded-document";
import { loadNotification } from "./load-notification";

interface Frame {
  readonly params: Promise<{ id: string }>;
  readonly children: ReactNode;
}

/**
 * Responds with 404 for a notification that does not exist. The page cannot do so once its loading state has been sent.
 */
export default async function NotificationLayout({ params, children }: Frame) {
  if ((await loadedDocument()) && !(await loadNotification((await params).id))) notFound();
  return children;
}
