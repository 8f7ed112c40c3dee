import { runProgram } from "./command/run-program";
import { SWEEP } from "./sweep/sweep-commands";

await runProgram(SWEEP);
