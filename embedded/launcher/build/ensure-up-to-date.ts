import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { waitForFolderLock } from "@stagedoor/object-store/folder-lock";
import { readFileIfExists } from "../../read-file-if-exists";
import { writeFileAtomically } from "../../write-file-atomically";
import { toolEnvironment } from "../environment";
import { runTool } from "../run-tool";

/** A checkout, and how tools run in it. */
export interface Checkout {
  readonly root: string;
  readonly signal: AbortSignal;
  /** Called once when actual work begins. */
  readonly onWork: () => void;
}

/** Deleted together with the packages, so that everything is rebuilt after an installation. */
export const CACHE_FOLDER = "node_modules/.cache/stagedoor";

const TOOL_TIMEOUT_MS = 10 * 60_000;

/** Work whose result is kept until its sources change. */
export interface BuildStep {
  /**
   * The file that holds the hash of the sources of the last complete run. Written last, so that an interrupted run is
   * repeated.
   */
  readonly stamp: string;
  /** A file that is part of the result. If it is missing, the stamp does not count. */
  readonly proof: string;
  readonly hash: () => Promise<string>;
  readonly failure: string;
  readonly args: readonly string[];
}

/**
 * Does the work if its result is missing or was made from different sources. Resolves with whether it did the work.
 * Interrupted work is repeated. If several launchers in one checkout need the work, one does it and the others wait.
 * @throws StartError with the tool's output if it fails
 */
export async function ensureUpToDate(
  { root, signal, onWork }: Checkout,
  step: BuildStep,
): Promise<boolean> {
  const stamp = join(root, step.stamp);
  const isMade = async () =>
    existsSync(join(root, step.proof)) && readFileIfExists(stamp) === (await step.hash());
  if (await isMade()) return false;
  mkdirSync(join(root, CACHE_FOLDER), { recursive: true });
  // Two launchers in one checkout (with two data folders) must not write the same output at the same time.
  const lock = await waitForFolderLock(join(root, CACHE_FOLDER, "build.lock"), () => true, signal);
  try {
    // Another launcher in this checkout may have done the work in the meantime.
    if (await isMade()) return false;
    onWork();
    const hash = await step.hash();
    rmSync(stamp, { force: true });
    const { failure, args } = step;
    const environment = toolEnvironment("start");
    await runTool({ failure, args, environment, root, timeoutMs: TOOL_TIMEOUT_MS, signal });
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileAtomically(stamp, hash, 0o644);
    return true;
  } finally {
    await lock.release();
  }
}
