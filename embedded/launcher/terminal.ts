import process from "node:process";
import { SettingsError } from "@/lib/env/read-settings";
import { errorMessage } from "@/lib/kernel/rules/errors";

/** The destination for text meant for the user. */
export interface Terminal {
  /** Prints a line about progress. */
  line(text: string): void;
  /** Prints a line about a problem. */
  warn(text: string): void;
  /** Prints the output of another process unchanged. */
  write(chunk: string | Uint8Array): void;
}

/**
 * Returns a terminal for the standard streams. Their reader may disappear at any time, and the services continue without
 * a reader.
 */
export function createTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return {
    line: (text) => process.stdout.write(`${text}\n`),
    warn: (text) => process.stderr.write(`${text}\n`),
    write: (chunk) => process.stdout.write(chunk),
  };
}

/** An error that prevents Stagedoor from starting. The message is one clear sentence: what is wrong and what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * The first match is the cause. The system uses the same words for other shortages as for a full disk, so the other
 * shortages come first.
 */
const SHORTAGES: readonly (readonly [RegExp, string])[] = [
  [
    /file watchers reached/i,
    "Stagedoor cannot watch any more files. Raise fs.inotify.max_user_watches with sysctl, or stop programs that watch many files.",
  ],
  [
    /shared memory segment/i,
    "PostgreSQL cannot get shared memory. Enlarge /dev/shm (Docker: --shm-size), or stop other programs that use shared memory.",
  ],
  [
    /semaphores?\b.*No space left on device/i,
    "PostgreSQL cannot get semaphores. Raise kernel.sem with sysctl, or stop other PostgreSQL servers.",
  ],
  [
    /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i,
    "A disk that Stagedoor writes to is full. Free some space and start again.",
  ],
];

/** The readiness check appends lines from a child's log, which may be about a problem that no longer exists. */
const LAST_LINES = " Its last lines:";

/**
 * Returns the message for a failed start. A shortage on the machine comes first, whichever part found it. An expected
 * failure keeps its own message. Anything else is a fault of ours and needs its stack.
 */
export function startSentence(error: unknown): string {
  const message = errorMessage(error);
  const [reason = ""] = message.split(LAST_LINES);
  const shortage = SHORTAGES.find(([words]) => words.test(reason));
  if (shortage) return `${shortage[1]} (${message})`;
  if (error instanceof SettingsError || error instanceof StartError) return message;
  return error instanceof Error ? (error.stack ?? message) : message;
}
