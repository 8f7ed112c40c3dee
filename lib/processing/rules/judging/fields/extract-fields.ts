import type { DocumentClass, FieldDefinition, JudgedField, KnownParty } from "../judgement";
import type { DocumentText } from "../text/document-text";
import type { Candidate, FieldSearch } from "./candidate";
import { checkAmounts } from "./check-amounts";
import { chooseCandidate } from "./choose-candidate";
import { type CompiledRule, compileRule } from "./compile-rule";
import { createSearch } from "./create-search";
import { deriveCurrency } from "./derive-currency";
import { labelCandidates } from "./label-candidates";
import { partyCandidates } from "./party-candidates";
import { phraseCandidates } from "./phrase-candidates";
import { SHIPPED_RULES } from "./shipped-rules";

/** Extracts the fields of a class from the text, in the order of the class. */
export function extractFields(
  document: DocumentText,
  documentClass: DocumentClass,
  parties: readonly KnownParty[],
): JudgedField[] {
  const rules = documentClass.isShipped ? SHIPPED_RULES[documentClass.id] : undefined;
  const strong = documentClass.fields.flatMap((definition) =>
    compileRule(definition, rules?.[definition.name]).labels.flatMap(([pattern, strength]) =>
      strength >= 2.5 ? [pattern] : [],
    ),
  );
  const search = createSearch(document, strong);
  const found = new Map<string, JudgedField>();
  for (const definition of documentClass.fields) {
    if (definition.type === "currency") continue;
    const rule = compileRule(definition, rules?.[definition.name]);
    const field = chooseCandidate(
      candidatesOf(search, definition, rule, parties),
      definition,
      rule,
    );
    if (field !== null) found.set(field.name, field);
  }
  if (documentClass.id === "invoice") checkAmounts(search, found);
  dropImpossible(found);
  deriveCurrency(search, documentClass, found);
  return documentClass.fields.flatMap(({ name }) => found.get(name) ?? []);
}

function candidatesOf(
  search: FieldSearch,
  definition: FieldDefinition,
  rule: CompiledRule,
  parties: readonly KnownParty[],
): Candidate[] {
  const { name: field, type } = definition;
  if (rule.isFree === true) {
    const announced = labelCandidates(search, type, { ...rule, acceptsBare: true });
    return [...freeCandidates(search, definition, rule), ...announced];
  }
  const labelled = [
    ...labelCandidates(search, type, rule),
    ...phraseCandidates(search, type, rule),
  ];
  if (type === "party") return partyCandidates(search, { field, rule, parties, labelled });
  return [...labelled, ...firstOnPage(search, definition, rule)];
}

/** Finds values that are recognisable anywhere; values after a label rank higher. */
function freeCandidates(
  search: FieldSearch,
  { type }: FieldDefinition,
  { labels }: CompiledRule,
): Candidate[] {
  return search.passages.flatMap((passage, index) =>
    search.valuesIn(type, passage, false).map((found) => {
      const before = passage.text.slice(Math.max(0, found.start - 40), found.start);
      const label = labels.map(([pattern]) => before.match(pattern)?.at(-1)).find(Boolean) ?? null;
      const strength = (label === null ? 1.9 : 2.4) - Math.min(0.5, index * 0.002);
      return { found, stretch: passage, strength, label, method: "pattern" };
    }),
  );
}

/** Treats the first date on the first page as the date of the document if nothing better is found. */
function firstOnPage(
  search: FieldSearch,
  { type }: FieldDefinition,
  { firstOnPage: strength }: CompiledRule,
): Candidate[] {
  if (strength === undefined) return [];
  for (const piece of search.pieces) {
    if (piece.page > 1) break;
    const [found] = search.valuesIn(type, piece, false);
    if (found === undefined) continue;
    return [{ found, stretch: piece, strength, label: null, method: "first-on-page" }];
  }
  return [];
}

/** Pairs of dates in which the second cannot be earlier than the first. */
const PERIODS = [
  ["startsOn", "endsOn"],
  ["validFrom", "validTo"],
  ["periodFrom", "periodTo"],
  ["issuedOn", "validUntil"],
  ["performedOn", "nextDueOn"],
] as const;

/** Drops the less certain of two dates if a period ends before it begins. */
function dropImpossible(found: Map<string, JudgedField>): void {
  for (const [first, second] of PERIODS) {
    const from = found.get(first);
    const to = found.get(second);
    if (from === undefined || to === undefined || from.value < to.value) continue;
    found.delete(from.score < to.score ? first : second);
  }
}
