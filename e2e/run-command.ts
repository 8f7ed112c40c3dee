import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A command in its own process. */
export interface CommandRun {
  /**
   * Resolves with the exit code once the command has exited and all its output has arrived. The code is 1 if a signal
   * killed the command.
   */
  readonly exited: Promise<number>;
  /** Returns the output so far, including standard error. */
  output(): string;
  /** Kills the command, with SIGKILL by default; does nothing if the command has already exited. */
  kill(signal?: "SIGKILL" | "SIGINT"): void;
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs what `npm run <name> -- <args>` runs; `onOutput` gets the output as it arrives. */
export function runCommand(
  name: "demo" | "upload",
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  onOutput: (text: string) => void = () => undefined,
): CommandRun {
  const child = spawn(process.execPath, ["embedded/run-bundled.mjs", `cli/${name}.ts`, ...args], {
    cwd: root,
    env: { ...env } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      onOutput(text);
    });
  }
  return {
    exited: once(child, "close").then(() => child.exitCode ?? 1),
    output: () => output,
    kill: (signal = "SIGKILL") => child.kill(signal),
  };
}
