import { runProgram } from "./command/run-program";
import { PROCESSING } from "./commands/processing-commands";

await runProgram(PROCESSING);
