import { quick, runBench } from "../report/report";
import { measureIdle, measureSteps, type Plan, type Row } from "./measure";
import { renderResults } from "./results";
import { startPrograms } from "./start-programs";

await runBench<Plan>({
  name: "engine",
  full: { rounds: 6, singleRuns: 6, warmUpRuns: 80, idleMs: 30_000 },
  shorter: quick({ rounds: 2, singleRuns: 3, warmUpRuns: 40, idleMs: 20_000 }),
  measure: async (plan, surroundings) => {
    const { say } = surroundings;
    say("Starting PostgreSQL, the app, the executor and the bare loop…");
    const programs = await startPrograms(surroundings);
    say("Measuring the executor and the bare loop in turn…");
    const onRow = ({ runsAtOnce, executor, bare }: Row) => {
      const rates = [executor, bare].map((each) => Math.round(each.requestsPerSecond));
      say(`  ${runsAtOnce} at once: ${rates.join(" : ")} steps/s`);
    };
    const rows = await measureSteps(programs, plan, onRow);
    say("Measuring the idle executor…");
    const idle = await measureIdle(programs, plan);
    const { postgresVersion } = programs;
    return renderResults({ rows, idle, postgresVersion, date: new Date() });
  },
});
