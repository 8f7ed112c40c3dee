import { runProgram } from "./command/run-program";
import { AUDIT } from "./commands/audit-commands";

await runProgram(AUDIT);
