"use client";

import { Check, Plus } from "lucide-react";
import { useRef } from "react";
import type { PageClassification, PageDocument } from "@/lib/http/documents/document-page-schemas";
import { actorText } from "../../../texts/en/actor-texts";
import { CORRECTION_TEXTS } from "../../../texts/en/correction-texts";
import { DOCUMENT_PAGE_TEXTS, isVerySure, scoreText } from "../../../texts/en/document-page-texts";
import { Button } from "../../../ui/button";
import { Disclosure } from "../../../ui/disclosure";
import { ClassOrigin, OtherFacts } from "../data/document-facts";
import { FieldOrigin, FieldRow, fieldId, type Pointing } from "../data/field-list";
import { formatValue } from "../data/format-value";
import {
  type ChosenClass,
  fieldKey,
  type ShownField,
  type ShownResults,
  shownResults,
} from "./shown-results";
import { UnsavedNotice } from "./unsaved-notice";
import type { Corrections } from "./use-corrections";
import { EditButton, type PartProps, RestoreButton, useEditing } from "./use-editing";

/** The id of the class among what can be edited; fields have the ids of `fieldKey`. */
const CLASS = "class";

interface ResultsProps extends Pointing {
  readonly document: PageDocument;
  readonly corrections: Corrections;
  readonly onChanged: () => unknown;
  /** Whether values that need no look are folded. */
  readonly foldsSure?: boolean;
}

/** The class and the fields of a document, which the user can correct in place. */
export function CorrectableResults({
  document: shownDocument,
  corrections,
  onChanged,
  foldsSure = false,
  ...pointing
}: ResultsProps) {
  const { classification } = shownDocument;
  const editing = useEditing(corrections, shownDocument.uuid);
  const shown = shownResults(classification, corrections.draft);
  const { fields, missing, dropped } = shown;
  const currency = fields.find(({ type }) => type === "currency");
  const region = useRef<HTMLDivElement>(null);
  const isAccepted = (field: ShownField) =>
    field.change === null && corrections.accepted.includes(acceptedKey(field));
  const folded = foldsSure ? fields.filter((field) => !isDoubtful(field) || isAccepted(field)) : [];
  const open = fields.filter((field) => !folded.includes(field));
  const accept = (field: ShownField) => {
    corrections.accept(acceptedKey(field));
    const at = open.indexOf(field);
    const next = open[at + 1] ?? open[at - 1];
    // The field is folded, with the focus in it.
    requestAnimationFrame(() => {
      const button = next && document.getElementById(editing.buttonOf(next.key));
      (button ?? region.current?.querySelector("summary"))?.focus();
    });
  };
  const list = (listed: readonly ShownField[]) => (
    <ul aria-label={DOCUMENT_PAGE_TEXTS.fieldsTitle} className="-mx-3 divide-y divide-line">
      {listed.map((field) => (
        <CorrectableField
          key={field.key}
          field={field}
          currency={currency ? shownValue(currency) : null}
          corrections={corrections}
          editing={editing}
          onAccept={foldsSure && listed === open && !field.change ? () => accept(field) : undefined}
          {...pointing}
        />
      ))}
    </ul>
  );
  return (
    <>
      <ClassPart
        classification={classification}
        shown={shown}
        corrections={corrections}
        editing={editing}
      />
      {dropped.length > 0 && (
        <p className="text-sm">{CORRECTION_TEXTS.droppedFields(dropped.join(", "))}</p>
      )}
      <div ref={region}>
        <h3 className="font-medium">{DOCUMENT_PAGE_TEXTS.fieldsTitle}</h3>
        <p className="mb-2 text-quiet text-sm">
          {fields.length === 0 ? DOCUMENT_PAGE_TEXTS.noFields : DOCUMENT_PAGE_TEXTS.fieldsHint}
        </p>
        {open.length > 0 && list(open)}
        {folded.length > 0 && (
          <Disclosure
            summary={CORRECTION_TEXTS.foldedFields(folded.length, open.length > 0)}
            className="mt-2"
          >
            {list(folded)}
          </Disclosure>
        )}
      </div>
      {missing.length > 0 && (
        <MissingFields missing={missing} corrections={corrections} editing={editing} />
      )}
      {corrections.count > 0 && (
        <UnsavedNotice document={shownDocument} corrections={corrections} onChanged={onChanged} />
      )}
    </>
  );
}

/** Whether a person should look at a field: nobody has set it, and its value is uncertain or its check failed. */
const isDoubtful = ({ change, field }: ShownField) =>
  change !== null ||
  field === null ||
  (!field.setBy && (!isVerySure(field.score) || field.check === "failed"));

/** A value that was accepted counts as accepted until it changes or is read again. */
const acceptedKey = (field: ShownField) => `${field.key} ${shownValue(field)}`;

/** The class with the button that changes it, or the chooser. */
function ClassPart({
  classification,
  shown: { documentClass },
  corrections,
  editing: { parts, begin, end, buttonOf },
}: PartProps & {
  readonly classification: PageClassification | null;
  readonly shown: ShownResults;
}) {
  if (corrections.edited?.id === CLASS && parts) {
    const choose = (chosen: ChosenClass) => {
      const isSaved = chosen.documentClass === classification?.documentClass;
      corrections.choose(isSaved ? null : chosen);
      end(CLASS);
    };
    const current = documentClass?.documentClass ?? null;
    return <parts.ClassChooser current={current} onChoose={choose} onClose={() => end(CLASS)} />;
  }
  return (
    <OtherFacts classification={classification}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {documentClass && <span className="font-medium">{documentClass.label}</span>}
        <EditButton
          id={CLASS}
          buttonId={buttonOf(CLASS)}
          label={CORRECTION_TEXTS.changeClassLabel}
          text={documentClass ? CORRECTION_TEXTS.changeClass : CORRECTION_TEXTS.chooseClass}
          corrections={corrections}
          begin={begin}
        />
      </span>
      <ClassNote classification={classification} corrections={corrections} />
    </OtherFacts>
  );
}

/** The fields of the class that have no value, with buttons that add one. */
function MissingFields({
  missing,
  corrections,
  editing: { parts, begin, end, buttonOf },
}: PartProps & Pick<ShownResults, "missing">) {
  const { edited } = corrections;
  const added = missing.find(({ name }) => fieldKey(name, 0) === edited?.id);
  return (
    <div>
      <h3 className="mb-2 font-medium">{CORRECTION_TEXTS.missingTitle}</h3>
      {added && parts && (
        <parts.FieldEditor
          key={edited?.id}
          field={{ ...NO_VALUE, ...added, key: fieldKey(added.name, 0) }}
          corrections={corrections}
          onClose={() => end(fieldKey(added.name, 0))}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {missing.map(({ name, label, isRequired }) => (
          <Button
            key={name}
            id={buttonOf(fieldKey(name, 0))}
            data-edits={fieldKey(name, 0)}
            size="tiny"
            disabled={corrections.isLocked}
            aria-label={CORRECTION_TEXTS.addField(label)}
            onClick={() => begin(fieldKey(name, 0))}
          >
            <Plus aria-hidden />
            {isRequired ? `${label} (${CORRECTION_TEXTS.required})` : label}
          </Button>
        ))}
      </div>
    </div>
  );
}

const NO_VALUE = { field: null, index: null, absent: null, change: null };

/** A field with its value or its unsaved change, or with its editor. */
function CorrectableField({
  field,
  currency,
  corrections,
  editing: { parts, begin, end, buttonOf },
  onAccept,
  active,
  onPoint,
}: Pointing &
  PartProps & {
    readonly field: ShownField;
    readonly currency: string | null;
    /** Absent if the value needs no look. */
    readonly onAccept: (() => void) | undefined;
  }) {
  const { key, label, change, field: saved, index } = field;
  if (corrections.edited?.id === key && parts) {
    return (
      <li className="px-3 py-2.5">
        <parts.FieldEditor field={field} corrections={corrections} onClose={() => end(key)} />
      </li>
    );
  }
  const id = index === null ? null : fieldId(index);
  const value = shownValue(field);
  const unchanged = change ? null : saved;
  return (
    <FieldRow
      field={{
        ...NO_FIELD,
        ...saved,
        label,
        type: field.type,
        value: value ?? "",
        page: unchanged?.page ?? null,
        check: unchanged?.check ?? null,
      }}
      shown={value === null ? stateOf(field) : formatValue({ type: field.type, value }, currency)}
      origin={<Origin field={field} />}
      isActive={id !== null && active === id}
      onPoint={(isPointed) => onPoint(isPointed ? id : null)}
      actions={
        <>
          {onAccept && (
            <Button
              size="tiny"
              data-accepts={key}
              aria-label={CORRECTION_TEXTS.acceptField(label)}
              onClick={onAccept}
            >
              <Check aria-hidden />
              {CORRECTION_TEXTS.accept}
            </Button>
          )}
          {isRestorable(field) && (
            <RestoreButton
              label={label}
              corrections={corrections}
              onRestore={() => restore(field, corrections)}
            />
          )}
          <EditButton
            id={key}
            buttonId={buttonOf(key)}
            label={CORRECTION_TEXTS.editField(label)}
            text={CORRECTION_TEXTS.edit}
            corrections={corrections}
            begin={begin}
          />
        </>
      }
    />
  );
}

const NO_FIELD = { score: 1, setBy: null, read: null };

/** Returns the value with an unsaved change; null if there is none. */
const shownValue = ({ change, field }: ShownField): string | null =>
  change ? (change.kind === "set" ? change.value : null) : (field?.value ?? null);

const stateOf = ({ change }: ShownField) =>
  change?.kind === "clear" ? CORRECTION_TEXTS.cleared : CORRECTION_TEXTS.absent;

const isRestorable = ({ change, field, absent }: ShownField) =>
  change !== null || absent !== null || Boolean(field?.setBy && field.read);

/** Undoes an unsaved change or, for a saved one, restores what was read. */
function restore({ key, change, field, absent }: ShownField, corrections: Corrections): void {
  const read = field?.read ?? absent?.read;
  const restored = read
    ? ({ kind: "set", value: read.value } as const)
    : { kind: "clear" as const };
  corrections.change(key, change ? null : restored);
}

function Origin({ field: { change, field, absent, type } }: { readonly field: ShownField }) {
  if (!change && field) return <FieldOrigin field={field} />;
  const saved = field ?? (absent?.read ? { ...absent.read, setBy: null } : null);
  return (
    <>
      {change ? (
        <span className="font-medium text-wait">{CORRECTION_TEXTS.notSaved}</span>
      ) : (
        absent?.setBy && <bdi>{CORRECTION_TEXTS.setBy(actorText(absent.setBy))}</bdi>
      )}
      <bdi>
        {saved
          ? saved.setBy
            ? `${formatValue({ type, value: saved.value })} · ${CORRECTION_TEXTS.setBy(actorText(saved.setBy))}`
            : CORRECTION_TEXTS.read(
                formatValue({ type, value: saved.value }),
                scoreText(saved.score),
              )
          : CORRECTION_TEXTS.nothingRead}
      </bdi>
    </>
  );
}

/** Says where the class comes from, or that a new choice is not saved. */
function ClassNote({
  classification,
  corrections,
}: {
  readonly classification: PageClassification | null;
  readonly corrections: Corrections;
}) {
  if (!corrections.draft.chosen) {
    return classification && <ClassOrigin classification={classification} />;
  }
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet text-xs">
      <span className="font-medium text-wait">{CORRECTION_TEXTS.notSaved}</span>
      {classification && (
        <bdi>{CORRECTION_TEXTS.read(classification.label, scoreText(classification.score))}</bdi>
      )}
      <RestoreButton
        label={CORRECTION_TEXTS.documentClass}
        corrections={corrections}
        onRestore={() => corrections.choose(null)}
      />
    </span>
  );
}
