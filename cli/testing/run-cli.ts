import { spawn } from "node:child_process";
import { once } from "node:events";
// The environment is only passed on to the command, so no setting is read here.
import { env } from "node:process";
import { SETTING_NAMES } from "@/lib/env/read-settings";

/** The output of a command and its exit code. */
export interface CommandRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/**
 * Runs a command as npm would, with these settings and none from the environment of the test run; `input` is its standard
 * input.
 */
export async function runCli(
  file: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  input = "",
): Promise<CommandRun> {
  const child = spawn(process.execPath, ["embedded/run-bundled.mjs", file, ...args], {
    // The settings are empty rather than absent, so that a `.env` file in the checkout does not supply a value.
    env: {
      ...env,
      ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ""])),
      ...settings,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  const printed = { output: "", errors: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed.output += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    printed.errors += chunk;
  });
  await once(child, "close");
  return { code: child.exitCode, ...printed };
}
