import Link from "next/link";
import { ATTEMPT_TEXTS, LOG_TEXTS } from "../../texts/en/delivery-texts";
import { LocalTime } from "../../ui/local-time";
import { describeResult } from "../log/attempt-words";
import { Countdown } from "../log/countdown";
import { ResendButton } from "../log/resend-button";
import { StateBadge } from "../log/state-badge";
import type { LogRow } from "../log/webhook-calls";
import { NotifiedDocuments } from "./notified-documents";

/**
 * One notification in the delivery log: its documents, its result in words, what comes next, and the button to send it.
 */
export function LogEntry({
  row,
  onSent,
}: {
  readonly row: LogRow;
  readonly onSent: () => unknown;
}) {
  const name = row.isTest ? LOG_TEXTS.test : LOG_TEXTS.changes(row.itemCount);
  const [first] = row.documents;
  // Lets screen readers tell apart the many links and buttons that say "1 change".
  const fullName = first ? LOG_TEXTS.changesOf(name, first.name) : name;
  return (
    <li className="grid gap-x-4 gap-y-2 py-4 sm:grid-cols-[7.5rem_minmax(0,1fr)_auto]">
      <div>
        <StateBadge state={row.state} />
      </div>
      <div className="min-w-0">
        <NotifiedDocuments row={row} />
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-quiet">
          <Link
            href={`/administration/external-dms/notifications/${row.id}`}
            prefetch={false}
            aria-label={fullName}
            className="inline-block min-h-6 font-medium text-ink underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
          >
            {name}
          </Link>
          <LocalTime at={row.createdAt} look="relative" />
          <span aria-hidden>{"·"}</span>
          <span>{LOG_TEXTS.attempts(row.attempts)}</span>
          {row.isResend && (
            <>
              <span aria-hidden>{"·"}</span>
              <span>{LOG_TEXTS.resent}</span>
            </>
          )}
        </p>
        <Result row={row} />
      </div>
      <div className="sm:text-right">
        <ResendButton notification={row} name={fullName} onSent={onSent} size="tiny" />
      </div>
    </li>
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
