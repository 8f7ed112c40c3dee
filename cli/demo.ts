import { runProgram } from "./command/run-program";
import { DEMO } from "./demo/demo-commands";

await runProgram(DEMO);
// Exits immediately, because after an interruption open calls would keep the process alive.
process.exit();
