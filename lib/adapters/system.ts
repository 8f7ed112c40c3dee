import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import { v7 } from "uuid";
import type { Announcement, ChangeSignal } from "@/lib/documents/ports";
import type { Clock, Ids, Randomness, Timers } from "@/lib/kernel/ports";
import type { DiskSpace, EmbeddedPart } from "@/lib/upkeep/ports";
import { freeBytesOf } from "@/lib/upkeep/rules/disk-reserve";

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Version 7 UUIDs are ordered by millisecond, so that rows are added at the end of indexes. */
export const systemIds: Ids = { uuid: () => v7() };

/** The operating system's cryptographic randomness. */
export const systemRandomness: Randomness = { bytes: randomBytes };

/** The machine's timers. A timer does not keep the process alive. */
export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Reads the free space on the disks of these folders. A folder is null if the part runs elsewhere. User quotas are not
 * considered.
 */
export function createDiskSpace(
  directories: Readonly<Record<EmbeddedPart, string | null>>,
): DiskSpace {
  return {
    freeBytes: async (part) => {
      const directory = directories[part];
      if (directory === null) return null;
      // A missing folder does not mean that the disk is full. A separate check tests whether the part responds.
      const figures = await statfs(directory).catch(() => null);
      return figures && freeBytesOf(figures);
    },
  };
}

/** Creates a signal without listeners. */
export function createChangeSignal(): ChangeSignal {
  const subscriptions = new Set<{ readonly listener: (what: Announcement) => void }>();
  return {
    announce(what = "status") {
      for (const { listener } of [...subscriptions]) callSafely(() => listener(what));
    },
    subscribe(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
      };
    },
  };
}

/**
 * Ignores errors: the change has been committed, so a failing listener must not fail the call. A timer also checks for
 * changes.
 */
function callSafely(listener: () => void): void {
  try {
    listener();
  } catch {
    // The listener's work is only delayed until that check.
  }
}
