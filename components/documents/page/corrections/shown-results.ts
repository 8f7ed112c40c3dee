import type { ClassField, SentCorrections } from "@/lib/http/documents/correction-schemas";
import type { PageClassification, PageField } from "@/lib/http/documents/document-page-schemas";

/** A change of one field that has not been saved. */
export type FieldChange = NonNullable<SentCorrections["fields"]>[number]["change"];

/** A class that a user has chosen. */
export interface ChosenClass {
  readonly documentClass: string;
  readonly label: string;
  readonly fields: readonly ClassField[];
}

/** The corrections that have not been saved. */
export interface Draft {
  /** Null if the class was not changed. */
  readonly chosen: ChosenClass | null;
  /** By the ids of fields; see `fieldKey`. */
  readonly changes: Readonly<Record<string, FieldChange>>;
  /** The `updatedAt` of the document at the first change; null if the current one is to be used. */
  readonly seenUpdatedAt: string | null;
  /** The results at the first change, as JSON; null if the current ones are to be used. */
  readonly seenResults: string | null;
}

/** Corrections without any change. */
export const NO_CORRECTIONS: Draft = {
  chosen: null,
  changes: {},
  seenUpdatedAt: null,
  seenResults: null,
};

/** Identifies one of several fields with the same name. */
export const fieldKey = (name: string, occurrence: number) => `${occurrence} ${name}`;

/** A field as the page shows it, with its unsaved change. */
export interface ShownField {
  readonly key: string;
  readonly name: string;
  readonly label: string;
  readonly type: PageField["type"];
  /** The saved field; null if it has no value yet. */
  readonly field: PageField | null;
  /** The index among the saved fields; null if it is not one of them. */
  readonly index: number | null;
  /** The saved statement that it is not in the document; null if there is none. */
  readonly absent: PageClassification["absent"][number] | null;
  readonly change: FieldChange | null;
}

/** The results with unsaved corrections, as the page shows them. */
export interface ShownResults {
  readonly documentClass: Pick<ChosenClass, "documentClass" | "label"> | null;
  readonly fields: readonly ShownField[];
  /** The fields of the class that are not among `fields`, required ones first. */
  readonly missing: readonly ClassField[];
  /** The labels of the fields that the newly chosen class does not have. */
  readonly dropped: readonly string[];
}

/** Returns the results of a document with unsaved corrections. */
export function shownResults(saved: PageClassification | null, draft: Draft): ShownResults {
  const before = saved?.classFields ?? [];
  const classFields = draft.chosen?.fields ?? before;
  const isKept = ({ name }: { readonly name: string }) =>
    classFields === before ||
    classFields.some((field) => field.name === name) ||
    !before.some((field) => field.name === name);
  const all = [...savedFields(saved, draft), ...absentFields(saved, draft)];
  const fields = all.filter(isKept);
  const added = classFields
    .filter(({ name }) => !fields.some((field) => field.name === name))
    .flatMap(({ name, label, type }) => {
      const key = fieldKey(name, 0);
      const change = draft.changes[key];
      return change
        ? [{ key, name, label, type, field: null, index: null, absent: null, change }]
        : [];
    });
  const shown = [...fields, ...added];
  return {
    documentClass: draft.chosen ?? saved,
    fields: shown,
    missing: classFields
      .filter(({ name }) => !shown.some((field) => field.name === name))
      .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)),
    dropped: all.filter((field) => !isKept(field)).map(({ label }) => label),
  };
}

function savedFields(saved: PageClassification | null, draft: Draft): ShownField[] {
  const counts = new Map<string, number>();
  return (saved?.fields ?? []).map((field, index) => {
    const { name, label, type } = field;
    const occurrence = counts.get(name) ?? 0;
    counts.set(name, occurrence + 1);
    const key = fieldKey(name, occurrence);
    return {
      key,
      name,
      label,
      type,
      field,
      index,
      absent: null,
      change: draft.changes[key] ?? null,
    };
  });
}

const absentFields = (saved: PageClassification | null, draft: Draft): ShownField[] =>
  (saved?.absent ?? []).map((absent) => {
    const { name, label, type } = absent;
    const key = fieldKey(name, 0);
    return {
      key,
      name,
      label,
      type,
      field: null,
      index: null,
      absent,
      change: draft.changes[key] ?? null,
    };
  });

/** Returns the number of corrections. */
export const countCorrections = ({ chosen, changes }: Draft): number =>
  Object.keys(changes).length + (chosen ? 1 : 0);

/** Returns the corrections as they are sent; undefined if there are none. Changes of removed fields are not sent. */
export function toBody(
  saved: PageClassification | null,
  draft: Draft,
): SentCorrections | undefined {
  if (countCorrections(draft) === 0) return undefined;
  return {
    ...(draft.chosen ? { documentClass: draft.chosen.documentClass } : {}),
    fields: shownResults(saved, draft).fields.flatMap(({ key, name, change }) =>
      change ? [{ name, occurrence: Number.parseInt(key, 10), change }] : [],
    ),
  };
}
