import { runProgram } from "./command/run-program";
import { API_KEY } from "./commands/api-key-commands";

await runProgram(API_KEY);
