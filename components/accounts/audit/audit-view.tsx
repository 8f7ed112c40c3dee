import { ScrollText } from "lucide-react";
import Link from "next/link";
import type { AuditEntryView } from "@/lib/http/accounts/audit-serializers";
import { AUDIT_TEXTS } from "../../texts/en/audit-texts";
import { buttonLook } from "../../ui/button";
import { Card } from "../../ui/card";
import { Disclosure } from "../../ui/disclosure";
import { EmptyState } from "../../ui/empty-state";
import { Notice } from "../../ui/notice";
import { type AuditChoice, auditAddress, exportAddress, isFiltered } from "./audit-address";
import { AuditEntry } from "./audit-entry";
import { AuditFilters, type AuditPerson } from "./audit-filters";

interface AuditPage {
  readonly items: readonly AuditEntryView[];
  readonly nextCursor: string | null;
}

/** The filters of the audit log, its entries, and how to verify them. */
export function AuditView({
  choice,
  isChoiceValid,
  isFirstPage,
  page,
  people,
}: {
  readonly choice: AuditChoice;
  readonly isChoiceValid: boolean;
  readonly isFirstPage: boolean;
  readonly page: AuditPage;
  readonly people: readonly AuditPerson[];
}) {
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <div>
        <h1 className="font-serif text-4xl">{AUDIT_TEXTS.title}</h1>
        <p className="mt-2 max-w-2xl text-quiet">{AUDIT_TEXTS.intro}</p>
        <p className="max-w-2xl text-quiet">{AUDIT_TEXTS.history}</p>
      </div>
      <Card title={AUDIT_TEXTS.filters}>
        <AuditFilters choice={choice} people={people} />
        {!isChoiceValid && (
          <Notice tone="wait" title={AUDIT_TEXTS.badFilter} className="mt-4 p-4" isAnnounced />
        )}
      </Card>
      <Card title={AUDIT_TEXTS.list} action={isChoiceValid && <Exports choice={choice} />}>
        {isChoiceValid && choice.rowsOf !== "" && (
          <p className="py-2 text-quiet">{AUDIT_TEXTS.rowsShown}</p>
        )}
        {page.items.length === 0 ? (
          <Nothing choice={choice} />
        ) : (
          <ul className="divide-y divide-line">
            {page.items.map((entry) => (
              <AuditEntry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
        <Pages choice={choice} isFirstPage={isFirstPage} nextCursor={page.nextCursor} />
      </Card>
      <Disclosure summary={AUDIT_TEXTS.verifyTitle}>
        <div className="flex max-w-2xl flex-col gap-2 text-sm">
          <p>{AUDIT_TEXTS.verify[0]}</p>
          <p>
            <code className="rounded-md bg-sunken px-2 py-1 font-mono">
              {AUDIT_TEXTS.verifyCommand}
            </code>
          </p>
          <p>{AUDIT_TEXTS.verify[1]}</p>
        </div>
      </Disclosure>
    </div>
  );
}

/** Plain anchors, because Next's own links would prefetch the files. */
function Exports({ choice }: { readonly choice: AuditChoice }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-quiet">{AUDIT_TEXTS.exportAs}</span>
      {(["csv", "jsonl"] as const).map((format) => (
        <a
          key={format}
          download
          href={exportAddress(choice, format)}
          className={buttonLook({ size: "tiny" })}
        >
          {AUDIT_TEXTS[format]}
        </a>
      ))}
    </p>
  );
}

function Nothing({ choice }: { readonly choice: AuditChoice }) {
  if (isFiltered(choice)) return <p className="py-8 text-quiet">{AUDIT_TEXTS.emptyFilter}</p>;
  return (
    <EmptyState icon={ScrollText} title={AUDIT_TEXTS.emptyTitle}>
      {AUDIT_TEXTS.empty}
    </EmptyState>
  );
}

function Pages({
  choice,
  isFirstPage,
  nextCursor,
}: {
  readonly choice: AuditChoice;
  readonly isFirstPage: boolean;
  readonly nextCursor: string | null;
}) {
  if (isFirstPage && nextCursor === null) return null;
  return (
    <p className="mt-4 flex justify-center gap-2">
      {!isFirstPage && (
        <Link href={auditAddress(choice)} prefetch={false} className={buttonLook({})}>
          {AUDIT_TEXTS.newest}
        </Link>
      )}
      {nextCursor !== null && (
        <Link href={auditAddress(choice, nextCursor)} prefetch={false} className={buttonLook({})}>
          {AUDIT_TEXTS.older}
        </Link>
      )}
    </p>
  );
}
