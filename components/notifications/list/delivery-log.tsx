"use client";

import { clsx } from "clsx";
import { ChevronDown, ChevronUp, MailOpen } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { documentPath } from "../../shell/addresses";
import {
  ATTEMPT_TEXTS,
  DELIVERY_STATES,
  LOG_TEXTS,
  PERIOD_TEXTS,
  STATE_LABELS,
} from "../../texts/en/delivery-texts";
import { Button, buttonLook } from "../../ui/button";
import { Card } from "../../ui/card";
import { ChoiceChips } from "../../ui/choice-chips";
import { EmptyState } from "../../ui/empty-state";
import { LoadFailure } from "../../ui/load-failure";
import { LocalTime } from "../../ui/local-time";
import { SearchField } from "../../ui/search-field";
import { Skeleton } from "../../ui/skeleton";
import { StatusBadge } from "../../ui/status-badge";
import { describeResult } from "../log/attempt-words";
import { Countdown } from "../log/countdown";
import type { LogQuery } from "../log/log-query";
import { ResendButton } from "../log/resend-button";
import { ResendPeriodDialog } from "../log/resend-period-dialog";
import { StateBadge } from "../log/state-badge";
import type { LogPage, LogRow } from "../log/webhook-calls";
import { useDeliveryLog } from "./use-delivery-log";

const CHOICES = [
  { value: "all", label: LOG_TEXTS.all },
  ...DELIVERY_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
] as const;

type Log = ReturnType<typeof useDeliveryLog>;

/** All notifications with their states, newest first, updated live. */
export function DeliveryLog({
  initial,
  onSent,
}: {
  readonly initial: { readonly query: LogQuery; readonly page: LogPage };
  readonly onSent: () => unknown;
}) {
  const log = useDeliveryLog(initial);
  const [isPeriodOpen, setPeriodOpen] = useState(false);
  const refresh = () => Promise.all([log.refresh(), onSent()]);
  return (
    <Card
      id="delivery-log"
      title={LOG_TEXTS.title}
      action={<Button onClick={() => setPeriodOpen(true)}>{PERIOD_TEXTS.open}</Button>}
    >
      <p className="mb-4 text-quiet">{LOG_TEXTS.intro}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <SearchField
          className="w-full sm:w-72"
          label={LOG_TEXTS.search}
          value={log.typed}
          onChange={log.setTyped}
        />
        <ChoiceChips
          label={LOG_TEXTS.filter}
          name="delivery-log-state"
          value={log.query.state}
          choices={CHOICES}
          onChoose={(state) => log.choose({ state })}
        />
      </div>
      {log.query.text && !log.isLoading && !log.isStale && (
        <p className="mt-3 text-quiet text-sm">
          {log.isCut ? LOG_TEXTS.searchCut : LOG_TEXTS.searchOrder}
        </p>
      )}
      <div className="mt-4">
        {log.error !== undefined && (
          <LoadFailure error={log.error} onRetry={() => void log.refresh()} />
        )}
        <Rows log={log} onSent={refresh} />
      </div>
      <ResendPeriodDialog
        isOpen={isPeriodOpen}
        onClose={() => setPeriodOpen(false)}
        onSent={refresh}
      />
    </Card>
  );
}

function Rows({ log, onSent }: { readonly log: Log; readonly onSent: () => unknown }) {
  // An empty result under a different filter says nothing about this one.
  const isAwaited = log.isStale && log.rows.length === 0 && log.error === undefined;
  if (log.isLoading || isAwaited) return <LogSkeleton />;
  if (log.rows.length === 0) return log.error === undefined ? <Nothing log={log} /> : null;
  return (
    <>
      <ul
        aria-label={LOG_TEXTS.newest}
        aria-busy={log.isStale}
        className={clsx("divide-y divide-line", log.isStale && "opacity-60")}
      >
        {log.rows.map((row) => (
          <LogEntry key={row.id} row={row} onSent={onSent} />
        ))}
      </ul>
      {log.hasMore && (
        <div className="mt-4 flex justify-center">
          <Button disabled={log.isLoadingMore} onClick={() => void log.showMore()}>
            {log.isLoadingMore ? LOG_TEXTS.loadingMore : LOG_TEXTS.more}
          </Button>
        </div>
      )}
    </>
  );
}

function Nothing({ log }: { readonly log: Log }) {
  const { state, text } = log.query;
  if (text || state !== "all") {
    return (
      <div className="flex flex-col items-start gap-3 py-8">
        <p className="text-quiet">
          {text ? LOG_TEXTS.emptySearch(text) : LOG_TEXTS.emptyFilter(state)}
        </p>
        <Button onClick={() => log.choose({ state: "all", text: "" })}>{LOG_TEXTS.showAll}</Button>
      </div>
    );
  }
  return (
    <EmptyState
      icon={MailOpen}
      title={LOG_TEXTS.emptyTitle}
      action={
        <Link href="/cockpit" prefetch={false} className={buttonLook({})}>
          {LOG_TEXTS.emptyLink}
        </Link>
      }
    >
      {LOG_TEXTS.empty}
    </EmptyState>
  );
}

/**
 * One notification in the delivery log, in one line on wide screens: its state, its first document, its latest result and
 * the button to send it. All documents, what the result means and what comes next are shown on demand.
 */
function LogEntry({ row, onSent }: { readonly row: LogRow; readonly onSent: () => unknown }) {
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

const ROWS = ["first", "second", "third", "fourth"] as const;

/** Placeholders for the rows of the delivery log. */
function LogSkeleton() {
  return (
    <ul aria-hidden className="divide-y divide-line">
      {ROWS.map((row) => (
        <li key={row} className="flex items-center gap-x-4 py-2.5">
          <Skeleton className="h-6 w-24 rounded-full" />
          <Skeleton className="h-5 w-80 max-w-full" />
        </li>
      ))}
    </ul>
  );
}

/** The documents in a notification, each with its asset and its new status; nothing for a test. */
function NotifiedDocuments({
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
