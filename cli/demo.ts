import { runProgram } from "./command/run-program";
import { DEMO } from "./demo/demo-commands";

await runProgram(DEMO);
// Exits immediately, because open calls would keep the process alive after an interruption.
process.exit();
