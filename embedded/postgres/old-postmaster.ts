import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Names the launcher on the server's command line, so that a later launcher can recognise an orphan. */
export const LAUNCHER_PID_SETTING = "stagedoor.launcher_pid";

const POLL_INTERVAL_MS = 100;

/**
 * An orphan that was started with `setpriv` shuts itself down. An orphan that is still running after this time gets a
 * signal.
 */
const OWN_SHUTDOWN_MS = 2_000;

type RunningProcess = { parentPid: number; isZombie: boolean; commandLine: string };

/**
 * Resolves when no other server uses the data folder. A server whose launcher has died is shut down (SIGINT); a server
 * whose launcher is alive keeps running. A lock file whose pid now belongs to another program is removed. Throws an error
 * if the folder is still in use at the deadline (milliseconds since 1970).
 */
export async function awaitOldPostmaster(dataDir: string, deadlineMs: number): Promise<void> {
  const beganAtMs = Date.now();
  let isSignalled = false;
  for (let pid = holderOf(dataDir); pid !== null; pid = holderOf(dataDir)) {
    const isOrphan = isOrphanOf(dataDir, pid);
    if (Date.now() >= deadlineMs) {
      throw new Error(complaintAbout(dataDir, pid, isOrphan));
    }
    if (isOrphan && !isSignalled && Date.now() - beganAtMs >= OWN_SHUTDOWN_MS) {
      isSignalled = shutDown(pid);
    }
    await delay(POLL_INTERVAL_MS);
  }
}

/** Requests PostgreSQL's fast shutdown. @returns false if the process has just exited */
function shutDown(pid: number): boolean {
  try {
    return process.kill(pid, "SIGINT");
  } catch {
    return false;
  }
}

function complaintAbout(dataDir: string, pid: number, isOrphan: boolean): string {
  return isOrphan
    ? `An old PostgreSQL (process ${pid}) is still using ${dataDir}. Stop it, then start again.`
    : `A PostgreSQL (process ${pid}) is already running on ${dataDir}. Stop it, or set STAGEDOOR_DATA_DIR to another folder.`;
}

/**
 * Returns the pid of the running server that holds the data folder, or null if there is none. Removes the lock file of a
 * dead server.
 */
function holderOf(dataDir: string): number | null {
  const lockFile = join(dataDir, "postmaster.pid");
  const pid = readPid(lockFile);
  if (pid === null || !isAlive(pid)) {
    return null;
  }
  const running = inspectProcess(pid);
  const isRemnant =
    running !== null && (running.isZombie || !running.commandLine.includes(dataDir));
  if (isRemnant) {
    // PostgreSQL would refuse to start because of the file. It still checks its shared memory for live backends.
    rmSync(lockFile, { force: true });
    return null;
  }
  return pid;
}

function isOrphanOf(dataDir: string, pid: number): boolean {
  const running = inspectProcess(pid);
  if (running === null || !running.commandLine.includes(`-D ${dataDir} `)) {
    return false;
  }
  const launcherPid = new RegExp(`${LAUNCHER_PID_SETTING}=(\\d+)`).exec(running.commandLine)?.[1];
  return launcherPid !== undefined && Number(launcherPid) !== running.parentPid;
}

function readPid(lockFile: string): number | null {
  try {
    const pid = Number(readFileSync(lockFile, "utf8").split("\n", 1)[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null; // Without a lock file, nobody holds the folder. If the file is unreadable, PostgreSQL itself reports that.
  }
}

/**
 * Returns false for another user's process as well, because PostgreSQL does not consider such a process its own either.
 */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns null if the system does not provide the information (Windows), or if the process has just exited. */
function inspectProcess(pid: number): RunningProcess | null {
  try {
    return process.platform === "linux" ? inspectThroughProc(pid) : inspectThroughPs(pid);
  } catch {
    return null;
  }
}

function inspectThroughProc(pid: number): RunningProcess {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [state, parentPid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const commandLine = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  return { parentPid: Number(parentPid), isZombie: state === "Z", commandLine };
}

function inspectThroughPs(pid: number): RunningProcess | null {
  const args = ["-ww", "-o", "ppid=,stat=,command=", "-p", String(pid)];
  const { status, stdout } = spawnSync("ps", args, { encoding: "utf8", timeout: 5_000 });
  const match = status === 0 ? /^\s*(\d+)\s+(\S+)\s+(.*)$/m.exec(stdout) : null;
  const [, parentPid, state = "", commandLine = ""] = match ?? [];
  return match && { parentPid: Number(parentPid), isZombie: state.startsWith("Z"), commandLine };
}
