import type {
  Classification,
  ClassifiedAttachment,
  ExtractedField,
} from "@/lib/documents/rules/classification";
import type { DocumentClass } from "@/lib/processing/rules/judging/judgement";
import type { PageClassification, PageField } from "./document-page-schemas";

/** Returns the results of processing, with the display names of classes and fields. */
export function renderPageClassification(
  found: Classification,
  classes: readonly DocumentClass[],
): PageClassification {
  const { processor, attachments } = found;
  return {
    ...renderClassified(found, classes),
    processor,
    attachments: (attachments ?? []).map((one) => ({
      ...renderClassified(one, classes),
      name: one.name,
    })),
  };
}

/** Returns what a document and an attachment have in common. */
function renderClassified(
  found: Omit<ClassifiedAttachment, "name">,
  classes: readonly DocumentClass[],
) {
  const { documentClass, score, language, pages } = found;
  const definition = classes.find(({ id }) => id === documentClass);
  const labelled = (of: { readonly documentClass: string; readonly score: number }) => ({
    documentClass: of.documentClass,
    label:
      classes.find(({ id }) => id === of.documentClass)?.labels.en ?? wordsOf(of.documentClass),
    score: of.score,
  });
  return {
    ...labelled({ documentClass, score }),
    alternatives: (found.alternatives ?? []).map(labelled),
    language,
    pages,
    fields: found.fields.map((field) => renderField(field, definition)),
    findings: (found.findings ?? []).map(({ code, parameters }) => {
      const { field } = parameters;
      const named =
        typeof field === "string" ? { fieldLabel: labelOf(field, definition) } : undefined;
      return { code, parameters: { ...parameters, ...named } };
    }),
  };
}

function renderField(field: ExtractedField, definition: DocumentClass | undefined): PageField {
  const { name, value, score, page, text, bbox, check } = field;
  return {
    ...{ name, value, score, page, text },
    label: labelOf(name, definition),
    type: definition?.fields.find((each) => each.name === name)?.type ?? "text",
    bbox: bbox ? [...bbox] : null,
    check: check ?? null,
  };
}

const labelOf = (name: string, definition: DocumentClass | undefined): string =>
  definition?.fields.find((field) => field.name === name)?.labels.en[0] ?? wordsOf(name);

/** Splits a name chosen by another processor, such as `invoiceNumber` or `purchase-order`, into words. */
function wordsOf(name: string): string {
  const words = name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[-_]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? name : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
