import { hasErrnoCode } from "@/embedded/errno";

/** kill -9. A process that ended just before, such as a child whose launcher was killed first, counts as killed. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!hasErrnoCode(error, "ESRCH")) throw error;
  }
}
