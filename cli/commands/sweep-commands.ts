import { type SweepResult, sweep } from "@/lib/upkeep/use-cases/sweep";
import { command, type Program, SWITCH } from "../command/command";
import { renderTable } from "../command/text-table";
import { withContainer } from "../command/with-container";

/** `npm run sweep`. */
export const SWEEP: Program = {
  name: "sweep",
  commands: {
    "": command({
      does: "Runs one sweep and prints what it did. Exit code 1 means that something failed; the next sweep retries it.",
      parameters: { "whole-store": SWITCH },
      run: (input) => sweepOnce(input["whole-store"]),
    }),
  },
};

async function sweepOnce(isWholeStore: boolean): Promise<number> {
  const startedMs = performance.now();
  const result = await withContainer(({ ports }) => sweep(ports, { isWholeStore }));
  process.stdout.write(renderSweep(result, (performance.now() - startedMs) / 1000));
  for (const { work, subject, code, message } of result.failures) {
    process.stderr.write(`${work}${subject === null ? "" : ` ${subject}`}: ${code}: ${message}\n`);
  }
  return result.failures.length === 0 ? 0 : 1;
}

/** Renders what a sweep did, one line per kind of work. */
function renderSweep(result: SweepResult, seconds: number): string {
  const rows = [
    ["uploads found", result.uploadsFound],
    ["uploads expired", result.uploadsGivenUp],
    ["uploads left for the next sweep", result.uploadsLeft],
    ["leftovers removed", result.leftoversRemoved],
    ["objects of unknown documents kept", result.unknownObjectsKept],
    ["files erased", result.filesErased],
    ["pages of text erased", result.textPagesErased],
    ["idempotency keys removed", result.idempotencyKeysRemoved],
    ["review claims removed", result.reviewClaimsRemoved],
    ["results of bulk work removed", result.bulkResultsRemoved],
    ["failures", result.failures.length],
  ] as const;
  const lines = rows.map(([what, count]) => [what, count.toLocaleString("en")]);
  return renderTable([`swept in ${seconds.toFixed(1)} s`, "count"], lines, ["count"]);
}
