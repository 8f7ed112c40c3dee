"use client";

import useSwr from "swr";
import type { DocumentPage } from "@/lib/http/documents/document-page-schemas";
import { SWR_OPTIONS } from "../../api/swr-options";
import { useLiveRefresh } from "../../live/live-provider";
import { awaitsNotification } from "./timeline/awaits-notification";

/** Returns the path for reading and changing a document. */
export const documentCall = (uuid: string) => `/api/cockpit/documents/${uuid}`;

/** Returns everything about a document and keeps it up to date. Initially uses the data rendered by the server. */
export function useDocumentPage(initial: DocumentPage) {
  const page = useSwr<DocumentPage>(documentCall(initial.document.uuid), {
    ...SWR_OPTIONS,
    fallbackData: initial,
    revalidateIfStale: false,
  });
  const data = page.data ?? initial;
  useLiveRefresh(
    () => page.mutate(),
    (news) =>
      news === "everything" ||
      news.areAssetsChanged ||
      (news.areNotificationsChanged && awaitsNotification(data.timeline)) ||
      news.assetIdentifiers.includes(data.document.assetIdentifier),
  );
  return {
    page: data,
    error: page.error as unknown,
    refresh: () => page.mutate(),
  };
}
