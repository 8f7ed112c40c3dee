import type {
  DocumentClass,
  FieldDefinition,
  FieldType,
  JudgedField,
  KnownParty,
} from "../judgement";
import type { DocumentText } from "../text/document-text";
import { type Passage, wordsOf } from "../text/passages";
import { findAmounts, findCurrencies } from "../values/find-amounts";
import type { FoundValue } from "../values/found-value";
import { ordinalNumber } from "../values/ordinals";
import type { Candidate, FieldSearch } from "./candidate";
import { checkAmounts } from "./check-amounts";
import { chooseCandidate } from "./choose-candidate";
import { type CompiledRule, compileRule } from "./compile-rule";
import { createSearch } from "./create-search";
import type { FieldRules } from "./field-rule";
import { findValues } from "./find-values";
import { labelCandidates } from "./label-candidates";
import { partyCandidates } from "./party-candidates";
import { ENERGY_RULES, LETTER_RULES, MAINTENANCE_RULES, PLAN_RULES } from "./rules/building-rules";
import { INSURANCE_RULES } from "./rules/insurance-rules";
import { PERMIT_RULES, REGISTER_RULES, VALUATION_RULES } from "./rules/land-rules";
import { AMENDMENT_RULES, LEASE_CONTRACT_RULES } from "./rules/lease-contract-rules";
import { INVOICE_RULES, UTILITY_RULES } from "./rules/money-rules";
import { TAX_RULES } from "./rules/tax-rules";

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

/** The rules for the fields of the shipped classes, by class. */
const SHIPPED_RULES: Readonly<Record<string, FieldRules>> = {
  lease: LEASE_CONTRACT_RULES,
  "lease-amendment": AMENDMENT_RULES,
  invoice: INVOICE_RULES,
  "utility-statement": UTILITY_RULES,
  "land-register-extract": REGISTER_RULES,
  "floor-plan": PLAN_RULES,
  "energy-certificate": ENERGY_RULES,
  "maintenance-report": MAINTENANCE_RULES,
  insurance: INSURANCE_RULES,
  "tax-assessment": TAX_RULES,
  valuation: VALUATION_RULES,
  "building-permit": PERMIT_RULES,
  correspondence: LETTER_RULES,
};

const PIECES_MAX = 3_000;

/**
 * Derives the currency of a document: the currency next to its extracted amount, or otherwise the currency named most
 * often.
 */
function deriveCurrency(
  search: FieldSearch,
  { fields }: DocumentClass,
  found: Map<string, JudgedField>,
): void {
  const definition = fields.find(({ type }) => type === "currency");
  const amountName = fields.find(({ type }) => type === "amount")?.name ?? "";
  if (definition === undefined) return;
  const { name } = definition;
  const amount = found.get(amountName);
  const [beside] = findAmounts(amount?.text ?? "");
  if (amount !== undefined && typeof beside?.currency === "string") {
    found.set(name, { ...amount, name, value: beside.currency, method: "amount", check: null });
    return;
  }
  const pieces = search.pieces.slice(0, PIECES_MAX);
  const [most, second] = findCurrencies(pieces.map(({ text }) => text).join("\n"));
  const piece = pieces.find(({ text }) => findCurrencies(text).includes(most ?? ""));
  if (most === undefined || piece === undefined) return;
  const sign = new RegExp(`${most}|€|£|\\$|Euro`, "iu").exec(piece.text);
  const start = sign?.index ?? 0;
  const { text, bbox, page } = wordsOf(piece, start, start + (sign?.[0].length ?? 0));
  const score = second === undefined ? 0.9 : 0.6;
  found.set(name, {
    name,
    value: most,
    score,
    page,
    text,
    bbox,
    label: null,
    method: "pattern",
    check: null,
  });
}

const MATCHES_MAX = 60;

/** Finds values in sentences, including sentences that span several lines. */
function phraseCandidates(search: FieldSearch, type: FieldType, rule: CompiledRule): Candidate[] {
  const found: Candidate[] = [];
  for (const [pattern, strength] of rule.phrases) {
    for (const passage of search.passages) {
      for (const match of passage.text.matchAll(pattern)) {
        if (found.length >= MATCHES_MAX) return found;
        const value = toValue(search, type, rule, passage, match);
        if (value !== null) {
          found.push({ found: value, stretch: passage, strength, label: null, method: "phrase" });
        }
      }
    }
  }
  return found;
}

function toValue(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  passage: Passage,
  match: RegExpMatchArray,
): FoundValue | null {
  const written = match.groups?.value;
  if (written === undefined) return null;
  const start = (match.index ?? 0) + match[0].indexOf(written);
  const options = { dateOrder: search.dateOrder, acceptsBare: rule.acceptsBare === true };
  const [value] =
    type === "identifier"
      ? [
          {
            value: ordinalNumber(written) ?? written,
            start: 0,
            end: written.length,
            check: null,
            isAmbiguous: false,
            currency: null,
          },
        ]
      : findValues(type, passage.text.slice(start, start + written.length), options);
  if (value === undefined || rule.shape?.test(value.value) === false) return null;
  return { ...value, start: value.start + start, end: value.end + start };
}
