import type { DocumentClass, JudgeInput, Judgement } from "../judgement";
import type { DocumentText } from "../text/document-text";
import { UNKNOWN_CLASS } from "../vocabulary/shipped-classes";
import { type Phrase, toPhrase, toPhrases } from "./evidence";
import { OTHER_KINDS } from "./other-kinds";
import { SHIPPED_EVIDENCE } from "./shipped-evidence";
import { weighEvidence } from "./weigh-evidence";
import { weighHeadings } from "./weigh-headings";
import { toZones, type Zones } from "./zones";

/** The class, how certain it is, and what else the document might be. */
export type ClassDecision = Pick<Judgement, "documentClass" | "score" | "alternatives">;

/**
 * Scales sums of weights, as measured by `npm run bench:processing`: a difference of 2.4 makes a class e times as likely.
 */
const TEMPERATURE = 2.4;
/** The weight of the evidence at which a class is as likely as no class. */
const UNKNOWN_WEIGHT = 5;
const KEYWORD_WEIGHT = 5;

const shipped = new Map(Object.entries(SHIPPED_EVIDENCE).map(([id, e]) => [id, toPhrases(e)]));
const others = Object.values(OTHER_KINDS).map(toPhrases);

/**
 * Decides the class of a document by its content, never by its name. Facts that the file states about itself come first;
 * an email is classified by its body, unless the body gives no class. Inactive classes are never chosen.
 */
export function decideClass(
  document: DocumentText,
  { classes, format, stated }: Pick<JudgeInput, "classes" | "format" | "stated">,
): ClassDecision {
  const active = classes.filter(({ isActive }) => isActive);
  if (stated !== null && active.some(({ id }) => id === stated.documentClass)) {
    return { documentClass: stated.documentClass, score: 1, alternatives: [] };
  }
  const own = document.pages.filter(({ isAttachment }) => !isAttachment);
  const decision = decideOf(own, active, format);
  if (decision.documentClass !== UNKNOWN_CLASS || own.length === document.pages.length)
    return decision;
  const attached = document.pages.filter(({ isAttachment }) => isAttachment);
  const other = decideOf(attached, active, format);
  return other.documentClass === UNKNOWN_CLASS ? decision : other;
}

function decideOf(
  pages: DocumentText["pages"],
  active: readonly DocumentClass[],
  format: JudgeInput["format"],
): ClassDecision {
  const zones = toZones(pages);
  const weights = new Map(
    active
      .filter(({ id }) => id !== UNKNOWN_CLASS)
      .map((documentClass) => [documentClass.id, weigh(zones, documentClass, pages)]),
  );
  adjust(weights, zones, format);
  weights.set(UNKNOWN_CLASS, UNKNOWN_WEIGHT + otherWeight(zones));
  return toDecision(weights);
}

/**
 * Returns how strongly the text resembles a kind of document that has no class. The result is lower for invoices, which
 * name their order and their delivery note.
 */
function otherWeight(zones: Zones): number {
  const isNumbered =
    /rechnungs-?(?:nummer|nr|datum|betrag)|rechnung(?: \(\d+\))? (?:nr|no|#)|invoice (?:no|number|#|date|total)/u;
  const factor = isNumbered.test(zones.text) ? 0.6 : 1;
  return factor * Math.max(...others.map((phrases) => weighEvidence(zones, phrases)));
}

function weigh(
  zones: Zones,
  { id, keywords, isShipped }: DocumentClass,
  pages: DocumentText["pages"],
): number {
  const phrases: readonly Phrase[] = [
    ...((isShipped ? shipped.get(id) : undefined) ?? []),
    ...keywords.map((keyword) => toPhrase(keyword, KEYWORD_WEIGHT)).filter(({ text }) => text),
  ];
  const [first] = pages;
  const isDrawing = id === "floor-plan" && (first?.width ?? 0) > (first?.height ?? 0) * 1.2;
  return weighEvidence(zones, phrases) + (isDrawing ? 2 : 0);
}

/** Applies negative evidence: features that one kind of document has and another never has. */
function adjust(weights: Map<string, number>, zones: Zones, format: string): void {
  const { text, all } = zones;
  const add = (id: string, weight: number) => {
    const old = weights.get(id);
    if (old !== undefined) weights.set(id, Math.max(0, old + weight));
  };
  const taxed = /\bmwst|ust\.?-?id|umsatzsteuer|\bvat\b|subtotal|zwischensumme|rechnungsbetrag/u;
  if (taxed.test(text)) {
    add("insurance", -3);
    add("lease", -1.5);
    add("land-register-extract", -3);
  }
  if (all.length > 0 && format === "eml") add("correspondence", 5);
  weighHeadings(weights, zones);
  // An amendment quotes its lease, including parties and paragraphs; a lease never quotes an amendment.
  const amendment = weights.get("lease-amendment") ?? 0;
  if (amendment > 14) add("lease", -0.6 * (weights.get("lease") ?? 0));
}

function toDecision(weights: ReadonlyMap<string, number>): ClassDecision {
  const highest = Math.max(...weights.values());
  const raised = [...weights].map(
    ([id, weight]) => [id, Math.exp((weight - highest) / TEMPERATURE)] as const,
  );
  const total = raised.reduce((sum, [, weight]) => sum + weight, 0);
  const ranked = raised
    .map(([documentClass, weight]) => ({ documentClass, score: rounded(weight / total) }))
    .sort((a, b) => b.score - a.score);
  const [first = { documentClass: UNKNOWN_CLASS, score: 1 }, ...rest] = ranked;
  return { ...first, alternatives: rest.slice(0, 3).filter(({ score }) => score >= 0.005) };
}

/** Rounds to three digits; more would suggest a precision that was never measured. */
function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
