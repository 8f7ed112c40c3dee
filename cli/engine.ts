import { readCommandSettings } from "./command/command-settings";
import { runCommand } from "./command/run-command";
import { type EngineOptions, readEngineOptions } from "./engine/engine-commands";
import { createOperatorApi, type OperatorApi } from "./engine/operator-api";
import { renderRun, renderRuns } from "./engine/render-runs";

/** Shows what the embedded executor ran, runs and could not run, and lets a failed run go on. */
async function main(args: readonly string[]): Promise<number> {
  const options = readEngineOptions(args);
  const api = createOperatorApi(await readCommandSettings({ inngest: true }));
  process.stdout.write(await answer(api, options));
  return 0;
}

async function answer(api: OperatorApi, options: EngineOptions): Promise<string> {
  switch (options.kind) {
    case "runs":
      return renderRuns(await api.listRuns(options.query));
    case "run":
      return renderRun(await api.findRun(options.id));
    case "retry":
      await api.retryRun(options.id);
      return `The run ${options.id} goes on where it failed.\n`;
  }
}

runCommand(main);
