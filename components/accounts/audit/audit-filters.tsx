import { AUDIT_ACTIONS } from "@/lib/kernel/rules/audit";
import { AUDIT_ACTION_TEXTS, AUDIT_TEXTS } from "../../texts/en/audit-texts";
import { Button, buttonLook } from "../../ui/button";
import { SelectField, TextField } from "../../ui/field";
import { AUDIT_PATH, type AuditChoice, isFiltered } from "./audit-address";

/** A person whose entries can be selected. */
export interface AuditPerson {
  readonly id: string;
  readonly name: string;
}

const ACTIONS = AUDIT_ACTIONS.map((value) => ({ value, label: AUDIT_ACTION_TEXTS[value].label }));

/** The filters of the list. A plain form that works without scripts and keeps the filters in the URL. */
export function AuditFilters({
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
