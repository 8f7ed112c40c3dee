import type { Changes } from "@/lib/documents/ports/changes";
import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import { leaseFrom } from "@/lib/documents/rules/run-start";
import type { Clock } from "@/lib/kernel/ports/system";
import { authorOf } from "@/lib/kernel/rules/actor";
import type { ProcessingRuns } from "../ports/processing-runs";
import type { Processor } from "../ports/processor";
import type { RunName } from "../rules/processing-run";

/**
 * Takes a waiting run for the built-in processor, and moves the document from 2 to 3 if it is at 2. Safe to repeat.
 * @returns whether there is anything to do; false if someone else took the run or the run is over
 */
export async function takeRun(
  ports: {
    processingRuns: ProcessingRuns;
    processing: ProcessingPolicy;
    processor: Pick<Processor, "version">;
    changes: Changes;
    clock: Clock;
  },
  run: RunName,
): Promise<boolean> {
  const at = ports.clock.now();
  const leaseUntil = leaseFrom(at, ports.processing.leaseSeconds);
  const processor = ports.processor.version;
  const author = authorOf({ kind: "processor" });
  const taken = await ports.processingRuns.take({ run, ...author, at, leaseUntil, processor });
  if (taken) ports.changes.announce();
  return taken !== null;
}
