import { nextTickMs } from "../protocol/cron";
import type { ServedFunction } from "../protocol/served-function";
import { replaceCrons } from "../state/cron-rows";
import type { Database } from "../state/database";
import type { ExecutorClock } from "./clock";
import type { CronTicks } from "./cron-ticks";
import type { Intake } from "./intake";
import type { LiveRuns } from "./live-runs";
import { functionGone } from "./run-calls";

/** Makes the served functions the ones that are run. Runs of functions that are no longer served fail. */
export async function adoptServed(
  parts: {
    readonly database: Database;
    readonly live: LiveRuns;
    readonly intake: Intake;
    readonly crons: CronTicks;
    readonly clock: ExecutorClock;
  },
  functions: readonly ServedFunction[],
): Promise<void> {
  const { database, intake } = parts;
  await intake.replaceFunctions(functions);
  const served = intake.functions;
  const nowMs = parts.clock.now();
  const crons = served
    .crons()
    .map((cron) => ({ ...cron, nextAtMs: nextTickMs(cron.expression, nowMs) }));
  parts.crons.replace(await replaceCrons(database, crons));
  for (const run of parts.live.all()) {
    if (served.get(run.functionId) !== undefined) continue;
    const error = { name: "FunctionGone", message: functionGone(run.functionId) };
    await intake.end(run, { status: "failed", error, failedAttempt: null });
  }
}
