import type { FieldDefinition, JudgedField } from "../judgement";
import { wordsOf } from "../text/passages";
import type { Candidate } from "./candidate";
import type { CompiledRule } from "./compile-rule";

/** A value with a lower score is not shown at all. */
const SCORE_MIN = 0.35;
/** Two candidates count as equal if the weaker one has more than this share of the stronger one's strength. */
const EQUAL_RIGHT = 0.93;
const EQUAL_RIGHT_SCORE = 0.6;

interface Ranked {
  readonly candidate: Candidate;
  readonly strength: number;
}

/**
 * Returns the best candidate as a field, with a score that reflects its lead over the next candidate; null if no
 * candidate is good enough.
 */
export function chooseCandidate(
  candidates: readonly Candidate[],
  definition: FieldDefinition,
  rule: CompiledRule,
): JudgedField | null {
  const ranked = rank(candidates, rule);
  const [best, second] = ranked;
  if (best === undefined) return null;
  const score = scoreOf(best, second, definition);
  if (score < SCORE_MIN) return null;
  const { found, stretch, label, method } = best.candidate;
  const extract = wordsOf(stretch, found.start, found.end);
  return {
    name: definition.name,
    value: found.value,
    score,
    page: extract.page,
    text: extract.text,
    bbox: extract.bbox,
    label,
    method,
    check: found.check,
  };
}

/** Ranks candidates best first, one for each value; a value found in several places counts slightly more. */
function rank(candidates: readonly Candidate[], { prefers }: CompiledRule): Ranked[] {
  const byValue = new Map<string, { candidate: Candidate; strength: number; count: number }>();
  for (const candidate of candidates) {
    const key = candidate.found.value.toLowerCase();
    const strength = strengthOf(candidate);
    const known = byValue.get(key);
    if (known === undefined) byValue.set(key, { candidate, strength, count: 1 });
    else {
      known.count += 1;
      if (strength > known.strength) Object.assign(known, { candidate, strength });
    }
  }
  const ranked = [...byValue.values()]
    .map(({ candidate, strength, count }) => ({
      candidate,
      strength: strength * (1 + 0.06 * Math.min(3, count - 1)),
    }))
    .sort((a, b) => b.strength - a.strength);
  return prefers === "largest" ? largestOfBest(ranked) : ranked;
}

function strengthOf({ found, stretch, strength }: Candidate): number {
  const ambiguity = found.isAmbiguous ? 0.85 : 1;
  const wrong = found.check === "failed" ? 0.7 : 1;
  // On later pages, the same label more often refers to something else.
  const later = stretch.page > 1 ? 0.95 : 1;
  const nothing = /^-?0(?:\.0+)?$/u.test(found.value) ? 0.5 : 1;
  return strength * ambiguity * wrong * later * nothing;
}

function largestOfBest(ranked: readonly Ranked[]): Ranked[] {
  const top = ranked[0]?.strength ?? 0;
  const best = ranked.filter(({ strength }) => strength > top * EQUAL_RIGHT);
  const rest = ranked.filter(({ strength }) => strength <= top * EQUAL_RIGHT);
  const amount = ({ candidate }: Ranked) => Number(candidate.found.value);
  const [largest] = [...best].sort((a, b) => amount(b) - amount(a));
  return largest === undefined ? [] : [largest, ...rest];
}

function scoreOf(best: Ranked, second: Ranked | undefined, { type }: FieldDefinition): number {
  const rival = second?.strength ?? 0;
  const margin = Math.min(1.5, best.strength - rival);
  const raw = 1 / (1 + Math.exp(-(1.5 * (best.strength - 1.4) + 1.1 * margin - 0.3)));
  const { check } = best.candidate.found;
  if (check === "passed" && (type === "iban" || type === "vat-id"))
    return rounded(Math.max(raw, 0.95));
  if (check === "failed") return rounded(Math.min(raw, 0.4));
  const isTie = rival > best.strength * EQUAL_RIGHT;
  return rounded(isTie ? Math.min(raw, EQUAL_RIGHT_SCORE) : raw);
}

function rounded(score: number): number {
  return Math.round(Math.min(score, 0.995) * 1000) / 1000;
}
