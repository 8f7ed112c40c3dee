"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { documentPath } from "../../shell/document-path";
import { ATTEMPT_TEXTS, LOG_TEXTS } from "../../texts/en/delivery-texts";
import { Button } from "../../ui/button";
import { LocalTime } from "../../ui/local-time";
import { describeResult } from "../log/attempt-words";
import { Countdown } from "../log/countdown";
import { ResendButton } from "../log/resend-button";
import { StateBadge } from "../log/state-badge";
import type { LogRow } from "../log/webhook-calls";
import { NotifiedDocuments } from "./notified-documents";

/**
 * One notification in the delivery log, in one line on wide screens: its state, its first document, its latest result and
 * the button to send it. All documents, what the result means and what comes next are shown on demand.
 */
export function LogEntry({
  row,
  onSent,
}: {
  readonly row: LogRow;
  readonly onSent: () => unknown;
}) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const name = row.isTest ? LOG_TEXTS.test : LOG_TEXTS.changes(row.itemCount);
  const [first] = row.documents;
  // Lets screen readers tell apart the many links and buttons that say "1 change".
  const fullName = first ? LOG_TEXTS.changesOf(name, first.name) : name;
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 md:flex-nowrap">
        <div className="w-30 shrink-0">
          <StateBadge state={row.state} />
        </div>
        <div className="flex min-w-0 grow basis-60 items-baseline gap-x-3">
          <FirstDocument row={row} />
          <Link
            href={`/administration/external-dms/notifications/${row.id}`}
            prefetch={false}
            aria-label={fullName}
            className="inline-block min-h-6 shrink-0 text-sm underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
          >
            {name}
          </Link>
        </div>
        <p className="flex shrink-0 items-baseline gap-x-3 text-quiet text-sm">
          {row.lastAttempt && (
            <span className="max-w-56 truncate">{describeResult(row.lastAttempt)}</span>
          )}
          <LocalTime at={row.createdAt} look="relative" />
        </p>
        <div className="flex shrink-0 items-center gap-1">
          <ResendButton notification={row} name={fullName} onSent={onSent} size="tiny" />
          <Button
            tone="quiet"
            size="tiny-icon"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={LOG_TEXTS.detailsOf(fullName)}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          </Button>
        </div>
      </div>
      {isOpen && (
        <div id={detailsId} className="pt-2 pb-3 md:pl-34">
          <NotifiedDocuments row={row} />
          <p className="text-quiet text-sm">
            {LOG_TEXTS.attempts(row.attempts)}
            {row.isResend && ` · ${LOG_TEXTS.resent}`}
          </p>
          <Result row={row} />
        </div>
      )}
    </li>
  );
}

/** The document that a row names: the first one, and how many there are besides. Nothing for a test. */
function FirstDocument({ row: { documents, documentCount } }: { readonly row: LogRow }) {
  const [first] = documents;
  if (!first) return null;
  return (
    <>
      <Link
        href={documentPath(first.uuid)}
        prefetch={false}
        className="min-h-6 min-w-0 shrink truncate font-medium underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
      >
        <bdi title={first.name}>{first.name}</bdi>
      </Link>
      <bdi
        className="min-w-0 max-w-48 shrink-[2] truncate text-quiet text-sm"
        title={first.assetIdentifier}
      >
        {first.assetIdentifier}
      </bdi>
      {documentCount > 1 && (
        <span className="shrink-0 text-quiet text-sm">
          {LOG_TEXTS.moreDocuments(documentCount - 1)}
        </span>
      )}
    </>
  );
}

/**
 * The latest response, the problem with it and how to solve it, then what happens next. A delivered notification shows
 * only its response.
 */
function Result({ row: { state, lastAttempt, situation, nextAttemptAt } }: { row: LogRow }) {
  return (
    <>
      {lastAttempt && (
        <p className="mt-0.5 text-sm">
          {describeResult(lastAttempt)}
          {"."}
          {lastAttempt.sentence && ` ${lastAttempt.sentence}`}
        </p>
      )}
      {state !== "delivered" && lastAttempt?.fix && (
        <p className="mt-0.5 text-sm">
          <strong className="font-medium">{ATTEMPT_TEXTS.whatHelps}</strong> {lastAttempt.fix}
        </p>
      )}
      {state !== "delivered" && (
        <p className="mt-0.5 text-sm text-quiet">
          {situation}
          {nextAttemptAt && (
            <>
              {" "}
              {LOG_TEXTS.nextAttempt} <Countdown at={nextAttemptAt} />
              {"."}
            </>
          )}
        </p>
      )}
    </>
  );
}
