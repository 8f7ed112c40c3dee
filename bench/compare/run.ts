import { availableParallelism, loadavg } from "node:os";
import { readMachineCpuMs, readTreesCpuMs } from "../load/process-trees";
import { describeLoad, quick, runBench } from "../report/report";
import { measure, measureIdle, type Plan } from "./measure";
import { renderResults } from "./results";
import { startSides } from "./start-sides";

await runBench<Plan>({
  name: null,
  timeMaxMs: 17 * 60_000,
  full: {
    rounds: 5,
    timeMaxMs: 8.5 * 60_000,
    warmUp: { durationMs: 3_000, requestsMax: 3_000, reportsMax: 1_200 },
    burst: { durationMs: 2_000, requestsMax: 50_000, reportsMax: 1_000 },
    callers: [1, 10],
    quietMaxMs: 120_000,
    // A whole minute, because several functions run once per minute.
    idle: { restMs: 60_000, durationMs: 60_000 },
    oneAtATime: { changes: 15, timeMaxMs: 5_000 },
    changesAtRate: 50,
  },
  shorter: quick({
    rounds: 1,
    timeMaxMs: 100_000,
    warmUp: { durationMs: 800, requestsMax: 800, reportsMax: 100 },
    burst: { durationMs: 500, requestsMax: 50_000, reportsMax: 60 },
    callers: [10],
    quietMaxMs: 0,
    idle: { restMs: 4_000, durationMs: 4_000 },
    oneAtATime: { changes: 5, timeMaxMs: 2_000 },
    changesAtRate: 20,
  }),
  measure: async (plan, surroundings) => {
    const { signal, say } = surroundings;
    const startMs = performance.now();
    const { sides, idle } = await startSides(surroundings, plan.idle);
    say(`Measuring in rounds: ${sides.all.map(({ name }) => name).join(", ")} in turn…`);
    const [loadBefore = 0] = loadavg();
    const readStrangersShare = startStrangersMeter();
    const measurements = await measure(sides, plan, { signal, say, startMs });
    const strangersShare = readStrangersShare();
    const [loadAfter = 0] = loadavg();
    const idleAfterLoad = await measureIdle(sides.product, plan.idle, signal);
    const load = describeLoad(loadBefore, loadAfter);
    const date = new Date();
    return renderResults({ measurements, idle, idleAfterLoad, date, strangersShare, load });
  },
});

/**
 * Starts measuring. @returns a function that returns the share of the machine that other programs have used since then;
 * programs that this one started do not count
 */
function startStrangersMeter(): () => number | null {
  const read = () => {
    const [machine, own] = [readMachineCpuMs(), readTreesCpuMs([process.pid])?.[0]];
    return machine === null || own === undefined ? null : machine - own;
  };
  const [before, startMs] = [read(), performance.now()];
  return () => {
    const after = read();
    if (before === null || after === null) return null;
    const availableMs = (performance.now() - startMs) * availableParallelism();
    return Math.max(0, (after - before) / availableMs);
  };
}
