import { readFileSync } from "node:fs";
import { hasErrnoCode } from "./errno";

/** The text of a small file, null when there is none. Throws what else the system says. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasErrnoCode(error, "ENOENT")) return null;
    throw error;
  }
}
