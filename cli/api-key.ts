import { API_KEY } from "./api-key/api-key-commands";
import { runProgram } from "./command/run-program";

await runProgram(API_KEY);
