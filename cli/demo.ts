import { runProgram } from "./command/run-program";
import { DEMO } from "./demo/demo-commands";

await runProgram(DEMO);
// At once: after an interruption, calls that are still open would keep the process.
process.exit();
