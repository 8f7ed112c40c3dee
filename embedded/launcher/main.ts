import process from "node:process";
import { fileURLToPath } from "node:url";
import { loadEnvironmentFile } from "@/lib/env/read-settings";
import type { LauncherMode } from "./environment";
import { launch } from "./launch";
import { watchStopRequests } from "./stop-requests";
import { createTerminal, startSentence } from "./terminal";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * `main.ts start | dev [--end-with-parent]`, bundled and run by `embedded/bootstrap.mjs` with the checkout as the working
 * directory.
 */
async function main(args: readonly string[]): Promise<number> {
  const mode: LauncherMode = args[0] === "dev" ? "dev" : "start";
  const terminal = createTerminal();
  const stop = watchStopRequests(args);
  try {
    loadEnvironmentFile();
    await launch(mode, root, stop, terminal);
    return 0;
  } catch (error) {
    terminal.warn(startSentence(error));
    return 1;
  }
}

// The process exits explicitly, because the pipe from the parent process would otherwise keep it alive.
process.exit(await main(process.argv.slice(2)));
