import type { DocumentClass, JudgedField } from "../judgement";
import { wordsOf } from "../text/words-of";
import { findAmounts, findCurrencies } from "../values/find-amounts";
import type { FieldSearch } from "./candidate";

const PIECES_MAX = 3_000;

/**
 * Derives the currency of a document: the currency next to its extracted amount, or otherwise the currency named most
 * often.
 */
export function deriveCurrency(
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
