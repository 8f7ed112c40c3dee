import Link from "next/link";
import { documentPath } from "../../shell/document-path";
import { LOG_TEXTS } from "../../texts/en/delivery-texts";
import { StatusBadge } from "../../ui/status-badge";
import type { LogRow } from "../log/webhook-calls";

/** The documents in a notification, each with its asset and its new status; nothing for a test. */
export function NotifiedDocuments({
  row: { documents, documentCount },
}: {
  readonly row: Pick<LogRow, "documents" | "documentCount">;
}) {
  if (documents.length === 0) return null;
  const more = documentCount - documents.length;
  return (
    <ul className="mb-1 flex flex-col gap-1">
      {documents.map(({ uuid, name, assetIdentifier, status }) => (
        <li key={uuid} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link
            href={documentPath(uuid)}
            prefetch={false}
            className="line-clamp-2 min-h-6 min-w-0 font-medium underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
          >
            <bdi title={name}>{name}</bdi>
          </Link>
          <bdi className="text-quiet text-sm">{assetIdentifier}</bdi>
          <StatusBadge status={status} />
        </li>
      ))}
      {more > 0 && <li className="text-quiet text-sm">{LOG_TEXTS.moreDocuments(more)}</li>}
    </ul>
  );
}
