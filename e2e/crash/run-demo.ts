import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A demo as a process of its own. */
export interface DemoRun {
  /** Resolves with the exit code when it has ended and all its output is there. */
  readonly exited: Promise<number>;
  /** Both streams, so far. */
  output(): string;
  /** Ends it by force; harmless when it has ended. */
  kill(): void;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs what `npm run demo -- <args>` runs; `onOutput` gets the text as it comes. */
export function runDemo(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  onOutput: (text: string) => void = () => undefined,
): DemoRun {
  const child = spawn(process.execPath, ["--import", "tsx", "cli/demo.ts", ...args], {
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
    kill: () => child.kill("SIGKILL"),
  };
}
