import { ArrowRight } from "lucide-react";
import Link from "next/link";
import type { AuditEntryView } from "@/lib/http/accounts/audit-query";
import { AUDIT_TEXTS } from "../../texts/en/audit-texts";
import { LocalTime } from "../../ui/local-time";
import { auditAddress } from "./audit-address";
import { actorWords, deedWords, differencesOf, whoOf } from "./audit-words";

const LINK =
  "font-medium text-ink underline decoration-edge/60 underline-offset-4 hover:decoration-ink";

/** One entry: who did what, when and from where, and what changed. */
export function AuditEntry({ entry }: { readonly entry: AuditEntryView }) {
  const name = actorWords(entry);
  return (
    <li className="py-4">
      <p>
        <Link
          href={auditAddress({ who: whoOf(entry.actor) })}
          prefetch={false}
          aria-label={AUDIT_TEXTS.filterBy(name)}
          className={`inline-block min-h-6 ${LINK}`}
        >
          {name}
        </Link>{" "}
        <span className="wrap-anywhere">{deedWords(entry)}</span>
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-quiet text-sm">
        <LocalTime at={entry.at} look="clock" />
        {entry.address !== null && (
          <>
            <span aria-hidden>{"·"}</span>
            <span>{AUDIT_TEXTS.from_(entry.address)}</span>
          </>
        )}
        <span aria-hidden>{"·"}</span>
        <span>
          {entry.sequence === null ? AUDIT_TEXTS.unchained : AUDIT_TEXTS.chained(entry.sequence)}
        </span>
        <span aria-hidden>{"·"}</span>
        <Link
          href={auditAddress({ subject: entry.subject })}
          prefetch={false}
          className="wrap-anywhere inline-block min-h-6 underline decoration-edge/60 underline-offset-4"
        >
          {entry.subject}
        </Link>
      </p>
      <Differences entry={entry} />
      {entry.rowCount > 0 && (
        <p className="mt-2 text-sm">
          <Link
            href={auditAddress({ rowsOf: entry.id })}
            prefetch={false}
            className={`inline-block min-h-6 ${LINK}`}
          >
            {AUDIT_TEXTS.showRows(entry.rowCount)}
          </Link>
        </p>
      )}
      {entry.requestId !== null && (
        <p className="wrap-anywhere mt-1 text-quiet text-xs">
          {AUDIT_TEXTS.request(entry.requestId)}
        </p>
      )}
    </li>
  );
}

const SHOWN_MAX = 20;

function Differences({ entry: { before, after } }: { readonly entry: AuditEntryView }) {
  const differences = differencesOf(before, after);
  if (differences.length === 0) return null;
  return (
    <dl className="mt-2 grid gap-1 text-sm">
      {differences.slice(0, SHOWN_MAX).map((difference) => (
        <div key={difference.name} className="flex flex-wrap gap-x-2">
          <dt className="text-quiet">{difference.name}</dt>
          <dd className="wrap-anywhere min-w-0">
            {before !== null && (
              <>
                <span className="sr-only">{AUDIT_TEXTS.before}</span>{" "}
                <del className="decoration-alarm/60">
                  {difference.before ?? AUDIT_TEXTS.nothing}
                </del>{" "}
                <ArrowRight aria-hidden className="inline size-3.5 text-quiet" />{" "}
                <span className="sr-only">{AUDIT_TEXTS.after}</span>{" "}
              </>
            )}
            <ins className="font-medium no-underline">
              {difference.after ?? AUDIT_TEXTS.nothing}
            </ins>
          </dd>
        </div>
      ))}
      {differences.length > SHOWN_MAX && (
        <div className="text-quiet">
          <dt>{AUDIT_TEXTS.moreDifferences(differences.length - SHOWN_MAX)}</dt>
          <dd>{AUDIT_TEXTS.moreDifferencesHelp}</dd>
        </div>
      )}
    </dl>
  );
}
