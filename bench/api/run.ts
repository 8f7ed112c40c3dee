import { runBench } from "../run-bench";
import { measure, type Plan, type Row } from "./measure";
import { renderResults } from "./results";
import { withServers } from "./start-servers";

await runBench<Plan>({
  name: "api",
  full: {
    connections: [1, 10, 50],
    rounds: 3,
    burst: { durationMs: 2_500, requestsMax: { create: 25_000, report: 400, get: 50_000 } },
    warmUp: { durationMs: 10_000, requestsMax: { create: 5_000, report: 1_000, get: 5_000 } },
  },
  quick: {
    connections: [1, 10, 50],
    rounds: 1,
    burst: { durationMs: 1_000, requestsMax: { create: 20_000, report: 100, get: 40_000 } },
    warmUp: { durationMs: 3_000, requestsMax: { create: 2_000, report: 100, get: 2_000 } },
  },
  measure: (plan, { root, signal, say }) =>
    withServers({ root, signal, say }, async (servers) => {
      say("Measuring, product and bare server in turns …");
      const onRow = ({ call, connections, product, bare }: Row) => {
        const rates = [product, bare].map((each) => Math.round(each.requestsPerSecond));
        say(`  ${call} at ${connections}: ${rates.join(" : ")} requests/s`);
      };
      const rows = await measure(servers, plan, { signal, onRow });
      const { postgresVersion } = servers;
      return renderResults(rows, { postgresVersion, date: new Date() });
    }),
});
