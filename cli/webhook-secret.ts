import { runProgram } from "./command/run-program";
import { WEBHOOK_SECRET } from "./webhook-secret/webhook-secret-commands";

await runProgram(WEBHOOK_SECRET);
