import { SettingsError } from "@/lib/env/read-settings";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { StartError } from "./start-error";

/** The first that matches is the cause. The system reports other shortages with the words of a full disk, so those come first. */
const SHORTAGES: readonly (readonly [RegExp, string])[] = [
  [
    /file watchers reached/i,
    "Stagedoor cannot watch any more files. Raise fs.inotify.max_user_watches with sysctl, or end programs that watch many files.",
  ],
  [
    /shared memory segment/i,
    "PostgreSQL cannot get shared memory. Enlarge /dev/shm (Docker: --shm-size), or end programs that use it.",
  ],
  [
    /semaphores?\b.*No space left on device/i,
    "PostgreSQL cannot get semaphores. Raise kernel.sem with sysctl, or end other PostgreSQL servers.",
  ],
  [
    /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i,
    "A disk that Stagedoor writes to is full. Free some space and start again.",
  ],
];

/** What readiness appends of a child's log: it may be about something that passed. */
const LAST_LINES = " Its last lines:";

/**
 * What people read when a start fails. Expected failures speak for themselves, and what the machine is short of is named first,
 * whoever met it; anything else is a fault of ours and needs its stack.
 */
export function startSentence(error: unknown): string {
  const message = errorMessage(error);
  const [told = ""] = message.split(LAST_LINES);
  const shortage = SHORTAGES.find(([words]) => words.test(told));
  if (shortage) return `${shortage[1]} (${message})`;
  if (error instanceof SettingsError || error instanceof StartError) return message;
  return error instanceof Error ? (error.stack ?? message) : message;
}
