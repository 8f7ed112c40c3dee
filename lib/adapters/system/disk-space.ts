import { statfs } from "node:fs/promises";
import type { DiskSpace, EmbeddedPart } from "@/lib/upkeep/ports/disk-space";
import { freeBytesOf } from "@/lib/upkeep/rules/disk-reserve";

/** The disks on which these folders are; null: the part runs elsewhere. Quotas of a user are not seen. */
export function createDiskSpace(folders: Readonly<Record<EmbeddedPart, string | null>>): DiskSpace {
  return {
    freeBytes: async (part) => {
      const folder = folders[part];
      if (folder === null) return null;
      // A folder that is gone is not a full disk: whether the part answers is asked anyway.
      const figures = await statfs(folder).catch(() => null);
      return figures && freeBytesOf(figures);
    },
  };
}
