import { once } from "node:events";
import type { Environment } from "./environment";
import { END_WITH_LAUNCHER, startNodeChild } from "./services/node-child";
import { StartError } from "./terminal";

/** A Node program that does one job and exits. */
export interface Tool {
  /** The beginning of the message if it fails. */
  readonly failure: string;
  /** Arguments for `node`. */
  readonly args: readonly string[];
  readonly root: string;
  readonly environment: Environment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const OUTPUT_LINES_SHOWN = 60;

/**
 * Runs a tool quietly and resolves with its standard output. The tool stops when this process ends, so that a second
 * launcher does not do the same work concurrently.
 * @throws StartError with the last lines of its output if it fails, takes too long, or `signal` aborts
 */
export async function runTool(tool: Tool): Promise<string> {
  const { root, environment, timeoutMs } = tool;
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([tool.signal, late]);
  signal.throwIfAborted();
  let output = "";
  const child = startNodeChild({
    root,
    environment,
    args: [...END_WITH_LAUNCHER, ...tool.args],
    log: { write: (chunk) => (output += chunk) },
    stopTimeoutMs: 0,
  });
  let stdout = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  signal.addEventListener("abort", child.kill);
  const isRead = once(child.stdout, "close");
  const reason = await child.exited;
  signal.removeEventListener("abort", child.kill);
  await isRead;
  if (reason === "exit code 0") return stdout;
  const lines = output.trim().split("\n").slice(-OUTPUT_LINES_SHOWN).join("\n");
  const cause = late.aborted ? `it did not finish within ${timeoutMs / 60_000} minutes` : reason;
  throw new StartError(`${lines}\n${tool.failure} (${cause}).`);
}
