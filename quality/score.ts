import type { Judgement } from "@/lib/processing/rules/judging/judgement";
import type { TestDocument } from "./make-documents";

/** The numbers of correct, wrong and missing values. */
export interface Counts {
  right: number;
  wrong: number;
  missing: number;
}

/** The results for a set of documents. */
export interface Score {
  documents: number;
  rightClasses: number;
  readonly fields: Counts;
  readonly byClass: Map<string, Counts & { documents: number; rightClasses: number }>;
  /** The errors, for tuning. */
  readonly misses: string[];
}

export const emptyScore = (): Score => ({
  documents: 0,
  rightClasses: 0,
  fields: { right: 0, wrong: 0, missing: 0 },
  byClass: new Map(),
  misses: [],
});

/** Adds the results for one document. If the document's class is wrong, all its fields count as missing. */
export function addTo(
  score: Score,
  { template, fields }: TestDocument,
  judgement: Judgement,
): void {
  const isRight = judgement.documentClass === template.documentClass;
  const own = score.byClass.get(template.documentClass) ?? {
    right: 0,
    wrong: 0,
    missing: 0,
    documents: 0,
    rightClasses: 0,
  };
  score.byClass.set(template.documentClass, own);
  score.documents += 1;
  own.documents += 1;
  if (isRight) {
    score.rightClasses += 1;
    own.rightClasses += 1;
  } else {
    score.misses.push(
      `${template.id}: classified as ${judgement.documentClass} ${judgement.score}`,
    );
  }
  for (const [name, truth] of Object.entries(fields)) {
    const found = isRight ? judgement.fields.find((field) => field.name === name) : undefined;
    const verdict =
      found === undefined ? "missing" : isEqual(found.value, truth) ? "right" : "wrong";
    count(score.fields, verdict);
    count(own, verdict);
    if (verdict === "right") continue;
    score.misses.push(
      `${template.id} ${name}: ${truth} <> ${found?.value ?? "–"} (${found?.score ?? 0}, ${found?.label})`,
    );
  }
}

/** A wrong value also counts as missing. */
function count(counts: Counts, verdict: "right" | "wrong" | "missing"): void {
  counts[verdict] += 1;
  if (verdict === "wrong") counts.missing += 1;
}

export const precision = ({ right, wrong }: Counts) =>
  right + wrong === 0 ? null : right / (right + wrong);
export const recall = ({ right, missing }: Counts) =>
  right + missing === 0 ? null : right / (right + missing);

function isEqual(a: string, b: string): boolean {
  const isNumber = /^-?\d+(?:\.\d+)?$/u;
  if (isNumber.test(a) && isNumber.test(b)) return Math.abs(Number(a) - Number(b)) < 0.005;
  const plain = (value: string) => value.toLowerCase().replace(/[\s.,;:]+/gu, "");
  return plain(a) === plain(b);
}
