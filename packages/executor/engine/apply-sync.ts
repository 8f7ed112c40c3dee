import { nextTickMs } from "../protocol/cron";
import type { ServedFunction } from "../protocol/served-function";
import { replaceCrons } from "../state/cron-rows";
import type { Database } from "../state/database";
import type { ExecutorClock } from "./clock";
import type { Coordinator } from "./coordinator";
import type { CronTicks } from "./cron-ticks";
import type { LiveRuns } from "./live-runs";
import { functionGone } from "./run-calls";

/** Adopts the functions that the app serves. Live runs of functions that the app no longer serves fail. */
export async function applySync(
  parts: {
    readonly database: Database;
    readonly live: LiveRuns;
    readonly coordinator: Coordinator;
    readonly crons: CronTicks;
    readonly clock: ExecutorClock;
  },
  functions: readonly ServedFunction[],
): Promise<void> {
  const { database, coordinator } = parts;
  await coordinator.replaceFunctions(functions);
  const served = coordinator.functions;
  const nowMs = parts.clock.now();
  const crons = served
    .crons()
    .map((cron) => ({ ...cron, nextAtMs: nextTickMs(cron.expression, nowMs) }));
  parts.crons.replace(await replaceCrons(database, crons));
  for (const run of parts.live.all()) {
    if (served.get(run.functionId) !== undefined) continue;
    const error = { name: "FunctionGone", message: functionGone(run.functionId) };
    await coordinator.end(run, { status: "failed", error, failedAttempt: null });
  }
}
