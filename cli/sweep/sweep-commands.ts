import { sweep } from "@/lib/upkeep/use-cases/sweep";
import { command, type Program, SWITCH } from "../command/command";
import { withContainer } from "../command/with-container";
import { renderSweep } from "./render-sweep";

/** `npm run sweep`. */
export const SWEEP: Program = {
  name: "sweep",
  commands: {
    "": command({
      does: "Runs one sweep and prints what it did. Exit code 1 means that something failed; the next sweep retries it.",
      parameters: { "whole-store": SWITCH },
      run: (given) => sweepOnce(given["whole-store"]),
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
