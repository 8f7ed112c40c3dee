import type {
  AbsentField,
  Classification,
  ExtractedField,
  ReadValue,
} from "@/lib/documents/rules/classification";
import { BY_PERSON, classReviewOf, readValueOf } from "@/lib/documents/rules/corrections";
import { type InputError, invalidInput } from "@/lib/kernel/rules/errors";
import type { DocumentClass } from "../judgement";
import { UNKNOWN_CLASS } from "../shipped-classes";
import { normaliseValue } from "./normalise-value";

/** A person's change of one field. */
export interface FieldCorrection {
  readonly name: string;
  /** Which of several fields with this name, counted from 0. */
  readonly occurrence: number;
  readonly change:
    | {
        readonly kind: "set";
        readonly value: string;
        /** Where the words of the value are, if the person pointed at them. */
        readonly page: number | null;
        readonly text: string | null;
        readonly bbox?: ExtractedField["bbox"];
      }
    /** There is no value, but somebody may look for it again. */
    | { readonly kind: "clear" }
    /** The field is not in the document. */
    | { readonly kind: "absent" };
}

/** What a person changed in the results of a document. */
export interface Corrections {
  readonly documentClass?: string | undefined;
  readonly fields: readonly FieldCorrection[];
}

/** The maximum number of fields, as in records. */
const FIELDS_MAX = 200;

/**
 * Returns the results with a person's corrections. Each value that a person set has the method `person`, the score 1, its
 * author and what the processor had found; setting that value again restores it. A new class drops the fields of the
 * previous class that it does not have, also those that are not in the document. Findings about corrected fields are dropped.
 * @throws DomainError `validation-failed`, at each value below `#/corrections`
 */
export function correctClassification(
  before: Classification | null,
  corrections: Corrections,
  { setBy, classes }: { readonly setBy: string; readonly classes: readonly DocumentClass[] },
): Classification {
  const read = before ?? NOTHING_READ;
  const { documentClass = read.documentClass } = corrections;
  const definition = classes.find(({ id }) => id === documentClass);
  const isNewClass = documentClass !== read.documentClass;
  const outdated = isNewClass ? fieldsOnlyOf(read.documentClass, documentClass, classes) : [];
  const remains = ({ name }: { readonly name: string }) => !outdated.includes(name);
  const draft = createDraft(
    {
      ...read,
      fields: read.fields.filter(remains),
      absentFields: read.absentFields?.filter(remains),
      clearedFields: read.clearedFields?.filter(remains),
    },
    { definition, setBy },
  );
  const errors = corrections.fields.flatMap((correction, index): InputError[] => {
    const detail = draft.apply(correction);
    return detail === null ? [] : [{ pointer: `#/corrections/fields/${index}`, detail }];
  });
  if (isNewClass && !definition) {
    errors.unshift({ pointer: "#/corrections/documentClass", detail: "is not a document class" });
  }
  const { fields, absentFields, clearedFields } = draft.result();
  if (fields.length > FIELDS_MAX) {
    const detail = `must not lead to more than ${FIELDS_MAX} fields`;
    errors.push({ pointer: "#/corrections/fields", detail });
  }
  if (errors.length > 0) throw invalidInput(errors);
  const settled = new Set([...outdated, ...corrections.fields.map(({ name }) => name)]);
  const {
    documentClassSetBy: _,
    documentClassRead,
    absentFields: __,
    clearedFields: ___,
    ...rest
  } = read;
  return {
    ...rest,
    documentClass,
    ...(isNewClass ? { score: scoreOf(before, documentClass) } : {}),
    fields,
    ...findingsWithout(settled, read.findings),
    ...classReviewOf(before, { documentClass }, setBy),
    ...(absentFields.length === 0 ? {} : { absentFields }),
    ...(clearedFields.length === 0 ? {} : { clearedFields }),
  };
}

/** Returns the findings that are not about one of these fields. */
const findingsWithout = (
  names: ReadonlySet<string>,
  findings: Classification["findings"],
): Pick<Classification, "findings"> =>
  findings
    ? { findings: findings.filter(({ parameters: { field } }) => !names.has(String(field))) }
    : {};

/** The results of a document that no processor has classified. */
const NOTHING_READ: Classification = {
  documentClass: UNKNOWN_CLASS,
  score: 1,
  language: null,
  pages: null,
  fields: [],
  processor: BY_PERSON,
};

/** Choosing the processor's class again restores its score. */
function scoreOf(before: Classification | null, documentClass: string): number {
  const read = before?.documentClassRead;
  return read?.documentClass === documentClass ? read.score : 1;
}

/** Returns the names of the fields that only the previous class defines. */
function fieldsOnlyOf(previous: string, next: string, classes: readonly DocumentClass[]) {
  const namesOf = (id: string) =>
    classes.find((each) => each.id === id)?.fields.map(({ name }) => name) ?? [];
  const names = namesOf(next);
  return namesOf(previous).filter((name) => !names.includes(name));
}

interface Correcting {
  readonly definition: DocumentClass | undefined;
  readonly setBy: string;
}

/** A place for a field; null once the field was removed. */
interface Slot {
  readonly name: string;
  field: ExtractedField | null;
}

/** Applies corrections one after the other; each refers to the fields as they were before all of them. */
function createDraft(
  { fields, absentFields = [], clearedFields = [] }: Classification,
  { definition, setBy }: Correcting,
) {
  const slots: Slot[] = fields.map((field) => ({ name: field.name, field }));
  let absent: readonly AbsentField[] = absentFields;
  let cleared: readonly AbsentField[] = clearedFields;
  const slotsOf = (name: string) => slots.filter((slot) => slot.name === name);
  const absentOf = (name: string) => absent.find((field) => field.name === name);
  const clearedOf = (name: string) => cleared.find((field) => field.name === name);
  const removeAbsent = (name: string) => {
    absent = absent.filter((field) => field.name !== name);
  };
  /** Returns what the processor had found; a value that had been removed is no longer kept apart. */
  function takeRead(name: string, slot: Slot | undefined): ReadValue | null {
    if (slot?.field) return readValueOf(slot.field);
    const removed = clearedOf(name);
    cleared = cleared.filter((field) => field !== removed);
    return absentOf(name)?.read ?? removed?.read ?? null;
  }
  function clear(name: string, slot: Slot | undefined) {
    const read = takeRead(name, slot);
    removeAbsent(name);
    if (slot) slot.field = null;
    if (read) cleared = [...cleared, { name, setBy, read }];
  }
  function markAbsent(name: string) {
    const own = slotsOf(name);
    const read = takeRead(
      name,
      own.find(({ field }) => field),
    );
    for (const slot of own) slot.field = null;
    removeAbsent(name);
    absent = [...absent, { name, setBy, read }];
  }
  function set(name: string, slot: Slot | undefined, field: ExtractedField) {
    removeAbsent(name);
    if (!slot) slots.push({ name, field });
    else if (slot.field?.value !== field.value) slot.field = field;
  }
  /** Returns the problem, if any. */
  function apply({ name, occurrence, change }: FieldCorrection): string | null {
    const defined = definition?.fields.find((field) => field.name === name);
    const slot = slotsOf(name)[occurrence];
    if (!defined && !slot && !absentOf(name) && !clearedOf(name)) {
      return `names ${name}, which is not a field of this class`;
    }
    if (change.kind === "absent") markAbsent(name);
    if (change.kind === "clear") clear(name, slot);
    if (change.kind !== "set") return null;
    const normalised = normaliseValue(defined?.type ?? "text", change.value);
    if ("problem" in normalised) return normalised.problem;
    const read = takeRead(name, slot);
    set(name, slot, correctedField(name, { ...change, ...normalised }, { read, setBy }));
    return null;
  }
  return {
    apply,
    result: () => ({
      fields: slots.flatMap(({ field }) => field ?? []),
      absentFields: absent,
      clearedFields: cleared,
    }),
  };
}

function correctedField(
  name: string,
  { value, page, text, bbox = null, check }: Omit<ExtractedField, "name" | "score">,
  { read, setBy }: { readonly read: ReadValue | null; readonly setBy: string },
): ExtractedField {
  if (read?.value === value) return { page: null, text: null, ...read, name };
  return { name, value, score: 1, page, text, bbox, method: BY_PERSON, check, setBy, read };
}
