import { ScrollText } from "lucide-react";
import Link from "next/link";
import type { AuditEntryView } from "@/lib/http/accounts/audit-query";
import { AUDIT_ACTIONS } from "@/lib/kernel/rules/audit";
import { AUDIT_ACTION_TEXTS, AUDIT_TEXTS } from "../../texts/en/audit-texts";
import { Button, buttonLook } from "../../ui/button";
import { Card } from "../../ui/card";
import { Disclosure } from "../../ui/disclosure";
import { EmptyState } from "../../ui/empty-state";
import { SelectField, TextField } from "../../ui/field";
import { Notice } from "../../ui/notice";
import {
  AUDIT_PATH,
  type AuditChoice,
  auditAddress,
  exportAddress,
  isFiltered,
} from "./audit-address";
import { AuditEntry } from "./audit-entry";

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

/** A person whose entries can be selected. */
interface AuditPerson {
  readonly id: string;
  readonly name: string;
}

const ACTIONS = AUDIT_ACTIONS.map((value) => ({ value, label: AUDIT_ACTION_TEXTS[value].label }));

/** The filters of the list. A plain form that works without scripts and keeps the filters in the URL. */
function AuditFilters({
  choice,
  people,
}: {
  readonly choice: AuditChoice;
  readonly people: readonly AuditPerson[];
}) {
  return (
    <form
      // A link can change the filters without a page load. The fields are then created again with the new filters.
      key={JSON.stringify(choice)}
      action={AUDIT_PATH}
      aria-label={AUDIT_TEXTS.filters}
      className="grid gap-x-4 gap-y-1 sm:grid-cols-2"
    >
      {choice.rowsOf !== "" && <input type="hidden" name="rowsOf" value={choice.rowsOf} />}
      <SelectField
        label={AUDIT_TEXTS.who}
        name="who"
        defaultValue={choice.who}
        choices={peopleChoices(people, choice.who)}
      />
      <SelectField
        label={AUDIT_TEXTS.action}
        name="action"
        defaultValue={choice.action}
        choices={[{ value: "", label: AUDIT_TEXTS.anyAction }, ...ACTIONS]}
      />
      <TextField
        label={AUDIT_TEXTS.subject}
        name="subject"
        defaultValue={choice.subject}
        description={AUDIT_TEXTS.subjectHelp}
      />
      <div className="grid grid-cols-2 gap-x-4">
        <TextField label={AUDIT_TEXTS.from} name="from" type="date" defaultValue={choice.from} />
        <TextField
          label={AUDIT_TEXTS.to}
          name="to"
          type="date"
          defaultValue={choice.to}
          description={AUDIT_TEXTS.days}
        />
      </div>
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" tone="primary">
          {AUDIT_TEXTS.apply}
        </Button>
        {isFiltered(choice) && (
          <a href={AUDIT_PATH} className={buttonLook({})}>
            {AUDIT_TEXTS.reset}
          </a>
        )}
      </div>
    </form>
  );
}

/** A link may contain a person who is not in the list. */
function peopleChoices(people: readonly AuditPerson[], chosen: string) {
  const known = [
    { value: "", label: AUDIT_TEXTS.anyone },
    { value: "command", label: AUDIT_TEXTS.command },
    ...people.map(({ id, name }) => ({ value: id, label: name })),
  ];
  if (known.some(({ value }) => value === chosen)) return known;
  return [...known, { value: chosen, label: AUDIT_TEXTS.unknownWho(chosen) }];
}
