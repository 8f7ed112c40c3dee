import { AUDIT } from "./audit/audit-commands";
import { runProgram } from "./command/run-program";

await runProgram(AUDIT);
