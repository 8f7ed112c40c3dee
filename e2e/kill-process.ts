import { existsSync, readFileSync } from "node:fs";
import { hasErrnoCode } from "@/embedded/small-files";

/**
 * Kills a process with -9. A process that has already exited, such as a child whose launcher was killed first, counts as
 * killed.
 */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!hasErrnoCode(error, "ESRCH")) throw error;
  }
}

/**
 * Returns whether a process is alive. A zombie, which the first process of a container may fail to reap, counts as dead.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc") || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
