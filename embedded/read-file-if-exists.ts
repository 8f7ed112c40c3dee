import { readFileSync } from "node:fs";
import { hasErrnoCode } from "./has-errno-code";

/** The text of a small file, null when there is none. Throws what else the system says. */
export function readFileIfExists(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasErrnoCode(error, "ENOENT")) return null;
    throw error;
  }
}
