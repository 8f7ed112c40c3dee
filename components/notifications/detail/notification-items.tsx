"use client";

import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { isStatus } from "@/lib/documents/rules/status";
import type { NamedNotification } from "@/lib/http/notifications/cockpit-schemas";
import { documentPath } from "../../shell/document-path";
import { NOTIFICATION_TEXTS } from "../../texts/en/delivery-texts";
import { Button } from "../../ui/button";
import { StatusBadge } from "../../ui/status-badge";

/** A notification contains up to 100 changes; this many are shown at first. */
const SHOWN_FIRST = 10;

type Item = NamedNotification["items"][number];

/** The changes in a notification, in order. */
export function NotificationItems({
  notification: { items, isTest, documents },
}: {
  readonly notification: NamedNotification;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, SHOWN_FIRST);
  return (
    <>
      {isTest && <p className="mb-3 text-quiet">{NOTIFICATION_TEXTS.testContent}</p>}
      <ol aria-label={NOTIFICATION_TEXTS.items} className="divide-y divide-line">
        {shown.map((item) => (
          // A notification contains each move of a document at most once, so the move makes the key unique.
          <Change
            key={`${item.uuid} ${item.previousStatus} ${item.currentStatus}`}
            item={item}
            document={documents.find(({ uuid }) => uuid === item.uuid) ?? null}
          />
        ))}
      </ol>
      {shown.length < items.length && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          {NOTIFICATION_TEXTS.showAllItems(items.length)}
        </Button>
      )}
    </>
  );
}

function Change({
  item: { uuid, url, previousStatus, currentStatus },
  document,
}: {
  readonly item: Item;
  /** null for a test, which does not concern a document. */
  readonly document: NamedNotification["documents"][number] | null;
}) {
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      {document && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            href={documentPath(uuid)}
            prefetch={false}
            className="inline-block min-h-6 font-medium underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
          >
            <bdi>{document.name}</bdi>
          </Link>
          <bdi className="text-quiet text-sm">{document.assetIdentifier}</bdi>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-2">
        <StatusInWords status={previousStatus} />
        <ArrowRight aria-hidden className="size-4 text-quiet" />
        <span className="sr-only">{NOTIFICATION_TEXTS.to}</span>
        <StatusInWords status={currentStatus} />
      </p>
      {!document && <p className="break-all font-mono text-xs">{uuid}</p>}
      <p className="break-all font-mono text-quiet text-xs">{url}</p>
    </li>
  );
}

/** null stands for a document that did not exist before. A status unknown to this page is shown as a number. */
function StatusInWords({ status }: { status: number | null }) {
  if (status === null) {
    return <span className="text-sm text-quiet">{NOTIFICATION_TEXTS.isNew}</span>;
  }
  return isStatus(status) ? <StatusBadge status={status} /> : <span>{status}</span>;
}
