"use client";

import { clsx } from "clsx";
import { MailOpen } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import {
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
import { SearchField } from "../../ui/search-field";
import type { LogQuery } from "../log/log-query";
import { ResendPeriodDialog } from "../log/resend-period-dialog";
import { useDeliveryLog } from "../log/use-delivery-log";
import type { LogPage } from "../log/webhook-calls";
import { LogEntry } from "./log-entry";
import { LogSkeleton } from "./log-skeleton";

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
