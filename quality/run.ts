import { runBench } from "@/bench/report/run-bench";
import { measureProcessing } from "./measure-processing";

await runBench({
  name: "processing",
  full: { seeds: 5 },
  quick: { seeds: 1 },
  measure: measureProcessing,
});
