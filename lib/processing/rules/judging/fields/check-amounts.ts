import type { JudgedField } from "../judgement";
import type { Piece } from "../text/document-text";
import { wordsOf } from "../text/passages";
import type { FoundValue } from "../values/found-value";
import type { FieldSearch } from "./candidate";

interface Printed {
  readonly cents: number;
  readonly found: FoundValue;
  readonly piece: Piece;
}

const AMOUNTS_MAX = 60;
/** A gross amount other than the stated total must be at least this share of the largest printed amount. */
const SHARE_MIN = 0.4;
/** European VAT rates. A rounding difference of one cent is tolerated. */
const RATES = [
  0.05, 0.055, 0.07, 0.077, 0.081, 0.09, 0.1, 0.13, 0.135, 0.19, 0.2, 0.21, 0.22, 0.23, 0.24, 0.25,
];

/**
 * Confirms or finds the total of an invoice: among all printed amounts it looks for net + VAT = gross. An unconfirmed
 * total does not fail the check, because many invoices show no VAT.
 */
export function checkAmounts(search: FieldSearch, fields: Map<string, JudgedField>): void {
  const total = fields.get("totalAmount");
  const gross = findGross(search, total);
  if (gross === null) return;
  if (total !== undefined && toCents(total.value) === gross.cents) {
    fields.set("totalAmount", { ...total, score: Math.max(total.score, 0.985), check: "passed" });
    return;
  }
  if (total !== undefined && total.score > 0.9 && gross.cents <= toCents(total.value)) return;
  const { text, bbox, page } = wordsOf(gross.piece, gross.found.start, gross.found.end);
  const value = gross.found.value;
  fields.set("totalAmount", {
    name: "totalAmount",
    value,
    score: 0.85,
    page,
    text,
    bbox,
    label: null,
    method: "arithmetic",
    check: "passed",
  });
}

function findGross(search: FieldSearch, total: JudgedField | undefined): Printed | null {
  const printed = printedAmounts(search);
  const largest = printed[0]?.cents ?? 0;
  const known = new Set(printed.map(({ cents }) => cents));
  const isGross = (gross: Printed) =>
    printed.some((net) => isSum(gross.cents, net.cents, known, gross.cents === largest));
  const sums = printed.filter(isGross);
  const stated = total === undefined ? null : toCents(total.value);
  const confirmed = sums.find(({ cents }) => cents === stated);
  return confirmed ?? sums.find(({ cents }) => cents > largest * SHARE_MIN) ?? null;
}

/**
 * Returns whether the difference between the amounts is also printed and is VAT at a usual rate or, for the largest
 * amount only, a mix of several rates.
 */
function isSum(
  gross: number,
  net: number,
  known: ReadonlySet<number>,
  isLargest: boolean,
): boolean {
  const tax = gross - net;
  if (tax <= 0 || tax === net || !known.has(tax)) return false;
  return isRate(tax, net) || (isLargest && tax > net * 0.04 && tax < net * 0.26);
}

function isRate(tax: number, net: number): boolean {
  return RATES.some((rate) => Math.abs(tax - net * rate) <= 1.5);
}

/** Returns each amount once, at its last position, the largest first. */
function printedAmounts(search: FieldSearch): Printed[] {
  const byCents = new Map<number, Printed>();
  for (const piece of search.pieces) {
    for (const found of search.valuesIn("amount", piece, false)) {
      const cents = toCents(found.value);
      if (cents > 0) byCents.set(cents, { cents, found, piece });
    }
  }
  return [...byCents.values()].sort((a, b) => b.cents - a.cents).slice(0, AMOUNTS_MAX);
}

function toCents(value: string): number {
  return Math.round(Number(value) * 100);
}
