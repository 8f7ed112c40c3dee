import { runProgram } from "./command/run-program";
import { SWEEP } from "./commands/sweep-commands";

await runProgram(SWEEP);
