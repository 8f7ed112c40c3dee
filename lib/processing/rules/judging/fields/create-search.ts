import type { FieldType } from "../judgement";
import type { DocumentText, Piece, Stretch } from "../text/document-text";
import { createNeighbours } from "../text/neighbours";
import { type Passage, toPassages } from "../text/passages";
import type { DateOrder } from "../values/find-dates";
import type { FoundValue } from "../values/found-value";
import type { FieldSearch } from "./candidate";
import { findValues } from "./find-values";

/** Prepares a document once for searching all its fields. `labels` are the strong labels of those fields. */
export function createSearch(document: DocumentText, labels: readonly RegExp[]): FieldSearch {
  const pieces = document.pages.flatMap(({ lines }) => lines.flat());
  const dateOrder = decideDateOrder(pieces);
  const remembered = new Map<string, WeakMap<Stretch, FoundValue[]>>();
  const valuesIn = (type: FieldType, stretch: Stretch, acceptsBare: boolean) => {
    const key = `${type} ${acceptsBare}`;
    const known = remembered.get(key) ?? new WeakMap<Stretch, FoundValue[]>();
    remembered.set(key, known);
    const values = known.get(stretch) ?? findValues(type, stretch.text, { dateOrder, acceptsBare });
    known.set(stretch, values);
    return values;
  };
  const passages = toPassages(document);
  return {
    document,
    pieces,
    passages,
    paragraphs: passages.filter(isParagraph),
    isLabel: createLabelTest(labels),
    neighbours: createNeighbours(document),
    dateOrder,
    valuesIn,
  };
}

/** Whether the passage has at least two lines, with at least five words per line on average. */
function isParagraph({ pieces, words }: Passage): boolean {
  return pieces.length > 1 && words.length >= pieces.length * 5;
}

const COMMON_LABEL =
  /^(?:(?:rechnungs|auftrags|bestell|kunden|liefer|vertrags|ausstellungs|prüf|wartungs|einzugs|mietvertrags)-?)?(?:datum|nummer|nr\.?|no\.?|date|number|name|telefon|tel\.?|phone|fax|e-?mail|seite|page|anschrift|adresse|address|objekt|mietobjekt|property|standort|location|ort|betrag|amount|summe|total|menge|qty|preis|price|einheit|unit|projekt|project|kunde|customer|client|zeitraum|period|beginn|ende|start|end|status|typ|type|prüfer|inspector|techniker|technician|engineer|monteur|bearbeiter|unterschrift|signature|maßstab|scale|plan-nr\.?|index|rev|blatt|sheet|mieter(?:in)?|vermieter(?:in)?|tenant|landlord|(?:ver)?käufer(?:in)?|lieferant|seller|buyer|supplier|auftraggeber|auftragnehmer|versicherungsnehmer|versicherer|insured|insurer|deposit|kaution|bemerkung(?:en)?|remarks?|ergebnis|result|baujahr|currency|währung|iban|bic|bank|steuernummer|site|owner|bauherr|applicant|antragsteller)$/iu;

/**
 * Creates a function that returns whether a piece is a label: it ends with a colon, is a common label, or is little more
 * than a label of one of the fields.
 */
function createLabelTest(labels: readonly RegExp[]): (piece: Piece) => boolean {
  const remembered = new Map<Piece, boolean>();
  const test = ({ text }: Piece) => {
    const bare = text.replace(/[\s:.]+$/u, "");
    if (bare.length > 40) return false;
    if (/:\s*$/u.test(text) || COMMON_LABEL.test(bare)) return true;
    return labels.some((pattern) =>
      [...bare.matchAll(pattern)].some((match) => match[0].length > bare.length * 0.8),
    );
  };
  return (piece) => {
    const known = remembered.get(piece) ?? test(piece);
    remembered.set(piece, known);
    return known;
  };
}

const STRETCHES_MAX = 2_000;
const SLASHED = /(?<![\d/-])(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/gu;
const AMERICAN = /\b(?:[A-Z]{2} \d{5}(?:-\d{4})?|USD|US\$|ZIP)\b|\$ ?\d/u;
const EUROPEAN = /[£€]|\bGBP\b|\bEUR\b|\b[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}\b/u;
const WORDED =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}/u;

/**
 * Decides whether 03/04/2024 is in April or in March. Unambiguous dates in the document (13/04 or 04/13) decide first,
 * then signs of the United States; the rest of the world writes the day first.
 */
function decideDateOrder(stretches: readonly Stretch[]): DateOrder {
  const texts = stretches.slice(0, STRETCHES_MAX).map(({ text }) => text);
  const dates = sum(texts, datesSay);
  if (dates !== 0) return dates > 0 ? "month-first" : "day-first";
  return sum(texts, countrySays) > 0 ? "month-first" : "day-first";
}

/**
 * Returns a number above 0 if the dates can only be read with the month first, and below 0 if only with the day first.
 */
function datesSay(text: string): number {
  const matches = [...text.matchAll(SLASHED)];
  return sum(matches, ([, first, , second]) => {
    if (Number(second) > 12 && Number(first) <= 12) return 1;
    return Number(first) > 12 ? -1 : 0;
  });
}

function countrySays(text: string): number {
  const american = AMERICAN.test(text) ? 1 : 0;
  const european = EUROPEAN.test(text) ? 1 : 0;
  return american - european + (WORDED.test(text) ? 0.5 : 0);
}

function sum<Item>(items: readonly Item[], score: (item: Item) => number): number {
  return items.reduce((total, item) => total + score(item), 0);
}
