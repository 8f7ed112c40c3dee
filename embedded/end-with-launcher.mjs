// Preloaded (`node --import`) into programs that know nothing of the launcher: they end when its pipe closes.
import { fstatSync } from "node:fs";
import process from "node:process";
import { isMainThread } from "node:worker_threads";

const STANDARD_INPUT = 0;

/** A terminal, a file or /dev/null is nobody's launcher, and it must not be read. */
function hasPipe() {
  try {
    const status = fstatSync(STANDARD_INPUT);
    return status.isFIFO() || status.isSocket();
  } catch {
    return false;
  }
}

/** By force: no handler of the program may hold it back, such as one that flushes into a closed pipe. */
const end = () => process.kill(process.pid, "SIGKILL");

if (isMainThread && hasPipe()) {
  process.stdin.on("error", end);
  process.stdin.on("close", end);
  process.stdin.resume();
  // The pipe alone must not keep a program alive that has nothing left to do.
  process.stdin.unref?.();
}
