import { runProgram } from "./command/run-program";
import { USER } from "./commands/user-commands";

await runProgram(USER);
