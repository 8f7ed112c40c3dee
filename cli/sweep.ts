import { parseArgs } from "node:util";
import { createContainer } from "@/app/container";
import { sweep } from "@/lib/upkeep/use-cases/sweep";
import { CommandError } from "./command/command-error";
import { readCommandSettings } from "./command/command-settings";
import { runCommand } from "./command/run-command";
import { renderSweep } from "./sweep/render-sweep";

/** Does one sweep and prints what it did. Exit code 1 when something failed: the next sweep tries that again. */
async function main(args: readonly string[]): Promise<number> {
  const isWholeStore = readWholeStore(args);
  const startedMs = performance.now();
  const container = createContainer(await readCommandSettings());
  try {
    const result = await sweep(container.ports, { isWholeStore });
    process.stdout.write(renderSweep(result, (performance.now() - startedMs) / 1000));
    for (const { work, subject, code, message } of result.failures) {
      process.stderr.write(
        `${work}${subject === null ? "" : ` ${subject}`}: ${code}: ${message}\n`,
      );
    }
    return result.failures.length === 0 ? 0 : 1;
  } finally {
    await container.close();
  }
}

function readWholeStore(args: readonly string[]): boolean {
  try {
    const options = { "whole-store": { type: "boolean", default: false } } as const;
    return parseArgs({ args: [...args], options }).values["whole-store"];
  } catch (cause) {
    throw new CommandError("Usage: npm run sweep [-- --whole-store]", { cause });
  }
}

runCommand(main);
