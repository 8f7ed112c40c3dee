import { runProgram } from "./command/run-program";
import { ENGINE } from "./commands/engine-commands";

await runProgram(ENGINE);
