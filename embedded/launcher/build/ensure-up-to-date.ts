import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireFolderLock, FolderInUseError } from "../../folder-lock";
import { readFileIfExists } from "../../read-file-if-exists";
import { writeFileAtomically } from "../../write-file-atomically";
import type { Environment } from "../environment";
import { runTool } from "../run-tool";

/** A checkout, and how tools run in it. */
export interface Checkout {
  readonly root: string;
  readonly signal: AbortSignal;
  /** Called once when real work begins. */
  readonly onWork: () => void;
}

/** Goes with the packages: after an installation everything is made anew. */
export const CACHE_FOLDER = "node_modules/.cache/stagedoor";

const OTHER_LAUNCHER_RETRY_MS = 250;
const TOOL_TIMEOUT_MS = 10 * 60_000;

/** Work whose result is kept until what it was made from changes. */
export interface Recipe {
  /** Holds the hash of what the last complete run was made from. Written last, so an interrupted run is repeated. */
  readonly stamp: string;
  /** A result without which the stamp counts for nothing. */
  readonly proof: string;
  readonly hash: () => Promise<string>;
  readonly failure: string;
  readonly args: readonly string[];
  readonly environment: Environment;
}

/**
 * Does the work when its result is missing or was made from something else. Resolves with whether it did. Work that was
 * interrupted is repeated; of several launchers of one checkout one works and the others wait for it.
 * @throws StartError with the tool's output when it fails.
 */
export async function ensureUpToDate(
  { root, signal, onWork }: Checkout,
  recipe: Recipe,
): Promise<boolean> {
  const stamp = join(root, recipe.stamp);
  const isMade = async () =>
    existsSync(join(root, recipe.proof)) && readFileIfExists(stamp) === (await recipe.hash());
  if (await isMade()) return false;
  const release = await waitForTurn(root, signal);
  try {
    // Another launcher of this checkout may have done the work in the meantime.
    if (await isMade()) return false;
    onWork();
    const hash = await recipe.hash();
    rmSync(stamp, { force: true });
    const { failure, args, environment } = recipe;
    await runTool({ failure, args, environment, root, timeoutMs: TOOL_TIMEOUT_MS, signal });
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileAtomically(stamp, hash, 0o644);
    return true;
  } finally {
    await release();
  }
}

/** Two launchers of one checkout (two data folders) must not write the same output at the same time. */
async function waitForTurn(root: string, signal: AbortSignal): Promise<() => Promise<void>> {
  mkdirSync(join(root, CACHE_FOLDER), { recursive: true });
  for (;;) {
    try {
      const lock = await acquireFolderLock(join(root, CACHE_FOLDER, "build.lock"));
      return () => lock.release();
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      await sleep(OTHER_LAUNCHER_RETRY_MS, undefined, { signal });
    }
  }
}
