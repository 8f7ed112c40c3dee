import { quick, runBench } from "@/bench/report/report";
import { measureProcessing } from "./measure-processing";

await runBench({
  name: "processing",
  full: { seeds: 5 },
  shorter: quick({ seeds: 1 }),
  measure: measureProcessing,
});
