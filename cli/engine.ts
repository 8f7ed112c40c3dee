import { runProgram } from "./command/run-program";
import { ENGINE } from "./engine/engine-commands";

await runProgram(ENGINE);
