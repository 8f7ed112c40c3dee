import { runProgram } from "./command/run-program";
import { PROCESSING } from "./processing/processing-commands";

await runProgram(PROCESSING);
