import { runProgram } from "./command/run-program";
import { USER } from "./user/user-commands";

await runProgram(USER);
