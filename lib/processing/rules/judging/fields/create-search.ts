import type { FieldType } from "../judgement";
import type { DocumentText, Piece, Stretch } from "../text/document-text";
import { createNeighbours } from "../text/neighbours";
import { type Passage, toPassages } from "../text/passages";
import type { FoundValue } from "../values/found-value";
import type { FieldSearch } from "./candidate";
import { decideDateOrder } from "./decide-date-order";
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
