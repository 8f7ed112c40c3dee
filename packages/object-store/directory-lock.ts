import { createHash, randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasErrnoCode, nullIfMissing, parseJson } from "./node-helpers";

const RETRY_MS = 100;

/** A folder held by this process. Other processes that try to take it get a {@link DirectoryInUseError}. */
export interface DirectoryLock {
  /** True if the previous owner died without releasing the folder, so its leftovers may need cleaning up. */
  readonly wasStale: boolean;
  /** Releases the folder. Call it last: from then on, another process may own the folder. */
  release(): Promise<void>;
}

/** The folder belongs to another living process (or to this one already). */
export class DirectoryInUseError extends Error {
  readonly directory: string;

  constructor(
    lockFile: string,
    readonly pid: number,
  ) {
    super(`The folder is in use by process ${pid} (lock file ${lockFile}).`);
    this.name = "DirectoryInUseError";
    this.directory = dirname(lockFile);
  }
}

/**
 * Makes this process the only owner of the folder that `lockFile` represents; if several processes try, exactly one
 * succeeds. A lock whose process has exited is taken over. Does not protect against processes on other machines or in
 * other containers that share the folder, because their process ids are unrelated. Throws {@link DirectoryInUseError}.
 */
export async function acquireDirectoryLock(lockFile: string): Promise<DirectoryLock> {
  const wasStale = await acquire(lockFile);
  return { wasStale, release: () => rm(lockFile, { force: true }) };
}

/**
 * Takes the lock as soon as its owner releases it.
 * @throws DirectoryInUseError if `mayWait` returns false; the signal's reason if the signal aborts the wait
 */
export async function waitForDirectoryLock(
  lockFile: string,
  mayWait: (error: DirectoryInUseError) => boolean,
  signal?: AbortSignal,
): Promise<DirectoryLock> {
  for (;;) {
    try {
      return await acquireDirectoryLock(lockFile);
    } catch (error) {
      if (!(error instanceof DirectoryInUseError && mayWait(error))) throw error;
      await sleep(RETRY_MS, undefined, signal && { signal });
    }
  }
}

interface Owner {
  readonly pid: number;
  /**
   * Field 22 of `/proc/<pid>/stat`, or null without `/proc`. It distinguishes the owner from a process that reuses its
   * pid.
   */
  readonly startTime: string | null;
}

async function acquire(lockFile: string): Promise<boolean> {
  if (await createLockFile(lockFile)) {
    return false;
  }
  const found = await readFile(lockFile, "utf8").catch(nullIfMissing);
  if (found === null) {
    return acquire(lockFile);
  }
  const owner = parseJson(found);
  // A file that was not written completely does not have an owner: after a power loss, it may be empty.
  if (isOwner(owner) && (await isAlive(owner))) {
    throw new DirectoryInUseError(lockFile, owner.pid);
  }
  await takeOver(lockFile, found);
  return true;
}

/**
 * The claim is named after the stale lock, so only one process can hold it. While that lock still exists, only the holder
 * of the claim may replace it. The claim of a dead process is taken over in the same way.
 */
async function takeOver(lockFile: string, staleText: string): Promise<void> {
  const claimFile = `${lockFile}.${createHash("sha256").update(staleText).digest("hex").slice(0, 16)}`;
  await acquire(claimFile);
  const current = await readFile(lockFile, "utf8").catch(nullIfMissing);
  if (current === staleText) {
    return rename(claimFile, lockFile);
  }
  await rm(claimFile, { force: true });
  await acquire(lockFile);
}

/** Linking a complete file creates it exclusively (like the flag `wx`), and another process never sees an empty lock. */
async function createLockFile(lockFile: string): Promise<boolean> {
  const draft = `${lockFile}.${randomUUID()}`;
  const owner: Owner = { pid: process.pid, startTime: await processStartTime(process.pid) };
  const text = JSON.stringify({ ...owner, id: randomUUID() });
  try {
    await writeFile(draft, text, { flag: "wx", mode: 0o600 });
    await link(draft, lockFile);
    return true;
  } catch (error) {
    if (hasErrnoCode(error, "EEXIST")) {
      return false;
    }
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function isOwner(value: unknown): value is Owner {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    Number.isSafeInteger(value.pid) &&
    "startTime" in value &&
    (value.startTime === null || typeof value.startTime === "string")
  );
}

async function isAlive(owner: Owner): Promise<boolean> {
  if (owner.startTime !== null) {
    return (await processStartTime(owner.pid)) === owner.startTime;
  }
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return hasErrnoCode(error, "EPERM");
  }
}

/** Returns null if the process does not exist, if it is a zombie, or if the system has no /proc. */
async function processStartTime(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) {
    return null;
  }
  // The second field is the program's name, which may itself contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const isGone = fields[0] === "Z" || fields[0] === "X";
  return isGone ? null : (fields[19] ?? null);
}
