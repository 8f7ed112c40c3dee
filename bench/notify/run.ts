import { quick, runBench, withMachine } from "../report/report";
import { renderFigures } from "./figures";
import { measure, type Plan, startNotifyServers } from "./measure";

await runBench<Plan>({
  name: "notify",
  full: {
    rates: [
      { load: "idle", perSecond: 5, changes: 100 },
      { load: "50/s", perSecond: 50, changes: 1_000 },
      { load: "200/s", perSecond: 200, changes: 4_000 },
    ],
    warmUpChanges: 1_500,
    backlog: 20_000,
    stream: 20_000,
    drainRounds: 3,
    hanging: { perSecond: 100, changes: 500, rounds: 7 },
    processing: { documents: 500, perSecond: 50, changes: 1_000, rounds: 3 },
  },
  shorter: quick({
    rates: [
      { load: "idle", perSecond: 5, changes: 25 },
      { load: "50/s", perSecond: 50, changes: 250 },
      { load: "200/s", perSecond: 200, changes: 1_000 },
    ],
    warmUpChanges: 500,
    backlog: 10_000,
    stream: 10_000,
    drainRounds: 1,
    hanging: { perSecond: 100, changes: 300, rounds: 1 },
    processing: { documents: 100, perSecond: 50, changes: 200, rounds: 1 },
  }),
  measure: async (plan, surroundings) => {
    const servers = await startNotifyServers(surroundings);
    surroundings.say("Measuring…");
    return withMachine(async () => renderFigures(await measure(servers, plan, surroundings)));
  },
});
