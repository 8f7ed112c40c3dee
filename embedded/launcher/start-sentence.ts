import { SettingsError } from "@/lib/env/read-settings";
import { messageOf } from "../message-of";
import { StartError } from "./start-error";

const DISK_FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i;

/**
 * What people read when a start fails. Expected failures speak for themselves, and a full disk is named first, whoever met it;
 * anything else is a fault of ours and needs its stack.
 */
export function startSentence(error: unknown): string {
  const message = messageOf(error);
  if (DISK_FULL.test(message)) {
    return `A disk that Stagedoor writes to is full. Free some space and start again. (${message})`;
  }
  if (error instanceof SettingsError || error instanceof StartError) return message;
  return error instanceof Error ? (error.stack ?? message) : message;
}
