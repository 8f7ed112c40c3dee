import type { FieldType } from "../judgement";
import type { Stretch } from "../text/document-text";
import { findPeriods } from "../values/find-periods";
import type { FoundValue } from "../values/found-value";
import type { FieldSearch } from "./candidate";
import type { CompiledRule } from "./compile-rule";
import { isWordy } from "./find-labels";

/** Returns the values of a field in a stretch, starting at an offset, in order. */
export function valuesBehind(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  stretch: Stretch,
  from: number,
): FoundValue[] {
  const fitting = (value: FoundValue) => rule.shape?.test(value.value) ?? true;
  if (isWordy(type)) {
    const rest = stretch.text
      .slice(from)
      .replace(/^\s*\([^)]{0,30}\)/u, (note) => " ".repeat(note.length));
    return search
      .valuesIn(type, { ...stretch, text: rest }, false)
      .map((value) => ({ ...value, start: value.start + from, end: value.end + from }))
      .filter(fitting);
  }
  const period = periodValues(search, rule, stretch).filter(({ start }) => start >= from - 1);
  if (period.length > 0) return period;
  return search
    .valuesIn(type, stretch, rule.acceptsBare === true)
    .filter((value) => value.start >= from - 1 && fitting(value));
}

function periodValues(search: FieldSearch, rule: CompiledRule, stretch: Stretch): FoundValue[] {
  if (rule.period === undefined) return [];
  return findPeriods(stretch.text, search.dateOrder).map(({ from, to }) =>
    rule.period === "start" ? from : to,
  );
}
