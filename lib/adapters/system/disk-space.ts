import { statfs } from "node:fs/promises";
import type { DiskSpace, EmbeddedPart } from "@/lib/upkeep/ports";
import { freeBytesOf } from "@/lib/upkeep/rules/disk-reserve";

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
