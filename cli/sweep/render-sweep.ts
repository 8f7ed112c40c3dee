import type { SweepResult } from "@/lib/upkeep/use-cases/sweep";
import { renderTable } from "../command/text-table";

/** Renders what a sweep did, one line per kind of work. */
export function renderSweep(result: SweepResult, seconds: number): string {
  const rows = [
    ["uploads found", result.uploadsFound],
    ["uploads expired", result.uploadsGivenUp],
    ["uploads left for the next sweep", result.uploadsLeft],
    ["leftovers removed", result.leftoversRemoved],
    ["objects of unknown documents kept", result.unknownObjectsKept],
    ["files erased", result.filesErased],
    ["pages of text erased", result.textPagesErased],
    ["idempotency keys removed", result.idempotencyKeysRemoved],
    ["failures", result.failures.length],
  ] as const;
  const lines = rows.map(([what, count]) => [what, count.toLocaleString("en")]);
  return renderTable([`swept in ${seconds.toFixed(1)} s`, "count"], lines, ["count"]);
}
