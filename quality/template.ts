import type { DocumentPlan, PairLayout } from "./document-plan";
import type { InventedValues, Language } from "./invented-values";

/**
 * A kind of document as one author would write it: its wording and layout, filled with different values for each seed.
 */
export interface Template {
  /** The template's name, for example `invoice.de.craftsman`. */
  readonly id: string;
  readonly documentClass: string;
  readonly language: Language;
  readonly make: (values: InventedValues) => DocumentPlan;
}

/** Creates templates of one class and language, by name. */
export function templatesOf(
  documentClass: string,
  language: Language,
  makers: Readonly<Record<string, (values: InventedValues) => DocumentPlan>>,
): Template[] {
  return Object.entries(makers).map(([name, make]) => ({
    id: `${documentClass}.${language}.${name}`,
    documentClass,
    language,
    make,
  }));
}

/** Picks one of the ways in which authors lay out labels and values. */
export function anyLayout({ random }: InventedValues): PairLayout {
  return random.pick(["inline", "columns", "above", "right"]);
}
