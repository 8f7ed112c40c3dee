import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A command as a process of its own. */
export interface CommandRun {
  /** Resolves with the exit code when it has ended and all its output is there; 1 when a signal ended it. */
  readonly exited: Promise<number>;
  /** Both streams, so far. */
  output(): string;
  /** Ends it, by force by default; harmless when it has ended. */
  kill(signal?: "SIGKILL" | "SIGINT"): void;
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs what `npm run <name> -- <args>` runs; `onOutput` gets the text as it comes. */
export function runCommand(
  name: "demo" | "upload",
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  onOutput: (text: string) => void = () => undefined,
): CommandRun {
  const child = spawn(process.execPath, ["--import", "tsx", `cli/${name}.ts`, ...args], {
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
