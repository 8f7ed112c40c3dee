import type { FieldType } from "../judgement";
import type { Passage } from "../text/passages";
import type { FoundValue } from "../values/found-value";
import { ordinalNumber } from "../values/ordinals";
import type { Candidate, FieldSearch } from "./candidate";
import type { CompiledRule } from "./compile-rule";
import { findValues } from "./find-values";

const MATCHES_MAX = 60;

/** Finds values in sentences, including sentences that span several lines. */
export function phraseCandidates(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
): Candidate[] {
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
