import type { AbsentField, Classification, ExtractedField, ReadValue } from "./classification";

/** The `method` of a value that a person set. */
export const BY_PERSON = "person";

/** What a review changed. `name` is null for the class; `from` and `to` are null if there is no value. */
export interface CorrectedItem {
  readonly name: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** Whether a person has stated that the field is not in the document. */
  readonly isAbsent: boolean;
}

/** Returns what the processor had found for a field, whoever has changed it since. */
export function readValueOf({ name: _, setBy, read, ...found }: ExtractedField): ReadValue | null {
  return setBy === undefined ? found : (read ?? null);
}

/** Returns the class that the processor had chosen, whoever has changed it since; null if it chose none. */
function readClassOf(found: Classification | null) {
  if (!found) return null;
  if (found.documentClassSetBy !== undefined) return found.documentClassRead ?? null;
  return { documentClass: found.documentClass, score: found.score };
}

/** Returns the results of a processor, without statements about what a person has set. */
export function processedClassification(sent: Classification): Classification {
  const { documentClassSetBy: _, documentClassRead, absentFields, ...results } = sent;
  const attachments = sent.attachments?.map((attachment) => ({
    ...attachment,
    fields: attachment.fields.map(withoutReview),
  }));
  return {
    ...results,
    fields: sent.fields.map(withoutReview),
    ...(attachments ? { attachments } : {}),
  };
}

const withoutReview = ({ setBy: _, read, ...field }: ExtractedField): ExtractedField => field;

/**
 * Returns the results that a reviewer sent in place of what was read. A value or a class that differs was set by the
 * reviewer; an equal one keeps its author, and the method that the reviewer sent (decision 0092).
 */
export function reviewedClassification(
  before: Classification | null,
  sent: Classification,
  setBy: string,
): Classification {
  const left = [...(before?.fields ?? [])];
  const take = (isWanted: (field: ExtractedField) => boolean) => {
    const index = left.findIndex(isWanted);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  // Equal values are matched first, because the reviewer may have sent repeated fields in another order.
  const equals = sent.fields.map(({ name, value }) =>
    take((field) => field.name === name && field.value === value),
  );
  const fields = sent.fields.map((field, index) => {
    const equal = equals[index];
    if (equal) return { ...withoutReview(field), ...reviewOf(equal) };
    const replaced = take(({ name }) => name === field.name);
    const read = replaced ? readValueOf(replaced) : null;
    return { ...withoutReview(field), method: BY_PERSON, setBy, read };
  });
  return {
    ...processedClassification(sent),
    fields,
    ...classReviewOf(before, sent, setBy),
    ...absentAmong(sent, { before, setBy }),
  };
}

const reviewOf = ({ setBy, read = null }: ExtractedField) =>
  setBy === undefined ? {} : { setBy, read };

/** Returns who chose a class, and what the processor had chosen; nothing if the processor chose the same class. */
export function classReviewOf(
  before: Classification | null,
  { documentClass }: Pick<Classification, "documentClass">,
  setBy: string,
): Pick<Classification, "documentClassSetBy" | "documentClassRead"> {
  const documentClassRead = readClassOf(before);
  if (documentClassRead?.documentClass === documentClass) return {};
  const isUnchanged = before?.documentClass === documentClass;
  return {
    documentClassSetBy: (isUnchanged ? before.documentClassSetBy : undefined) ?? setBy,
    documentClassRead,
  };
}

function absentAmong(
  { absentFields, fields }: Classification,
  { before, setBy }: { readonly before: Classification | null; readonly setBy: string },
): Pick<Classification, "absentFields"> {
  const absent = (absentFields ?? [])
    .filter(({ name }) => !fields.some((field) => field.name === name))
    .map(({ name }): AbsentField => {
      const known = before?.absentFields?.find((field) => field.name === name);
      const read = before?.fields.find((field) => field.name === name);
      return known ?? { name, setBy, read: read ? readValueOf(read) : null };
    });
  return absent.length === 0 ? {} : { absentFields: absent };
}

/** Returns what a review changed, the class first, then the fields in the order of the results; empty if nothing. */
export function correctedItems(
  before: Classification | null,
  after: Classification,
): readonly CorrectedItem[] {
  const old = valuesOf(before);
  const current = valuesOf(after);
  const absent = new Set(after.absentFields?.map(({ name }) => name));
  const wasAbsent = new Set(before?.absentFields?.map(({ name }) => name));
  const from = before?.documentClass ?? null;
  const ofClass =
    from === after.documentClass
      ? []
      : [{ name: null, from, to: after.documentClass, isAbsent: false }];
  const names = new Set([...old.keys(), ...current.keys(), ...absent]);
  const ofFields = [...names].flatMap((name) => {
    const [olds, news] = [old.get(name) ?? [], current.get(name) ?? []];
    if (absent.has(name) && !wasAbsent.has(name) && olds.length === 0) {
      return [{ name, from: null, to: null, isAbsent: true }];
    }
    // Only what differs is paired: one of several values may have been removed.
    const [removed, added] = [without(olds, news), without(news, olds)];
    return Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => ({
      name,
      from: removed[index] ?? null,
      to: added[index] ?? null,
      isAbsent: absent.has(name),
    }));
  });
  return [...ofClass, ...ofFields];
}

/** Returns the values without those of another list, each as often as it is there. */
function without(values: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return values.filter((value) => {
    const index = left.indexOf(value);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Returns the values of each field in order, because names may repeat. */
function valuesOf(found: Classification | null): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const { name, value } of found?.fields ?? []) {
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}
