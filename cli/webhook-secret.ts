import { runProgram } from "./command/run-program";
import { WEBHOOK_SECRET } from "./commands/webhook-secret-commands";

await runProgram(WEBHOOK_SECRET);
