// Preloaded (`node --import`) into programs that do not handle the launcher's pipe themselves. They exit when the pipe
// closes.
import { fstatSync } from "node:fs";
import process from "node:process";
import { isMainThread } from "node:worker_threads";

const STANDARD_INPUT = 0;

/**
 * Returns whether standard input is a pipe. A terminal, a file or `/dev/null` does not belong to a launcher and must not
 * be read.
 */
function hasPipe() {
  try {
    const status = fstatSync(STANDARD_INPUT);
    return status.isFIFO() || status.isSocket();
  } catch {
    return false;
  }
}

/**
 * The program is ended by force, because one of its handlers could block a clean exit, for example by flushing to a
 * closed pipe.
 */
const end = () => process.kill(process.pid, "SIGKILL");

if (isMainThread && hasPipe()) {
  process.stdin.on("error", end);
  process.stdin.on("close", end);
  process.stdin.resume();
  // The pipe alone must not keep an idle program alive.
  process.stdin.unref?.();
}
