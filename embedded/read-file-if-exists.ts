import { readFileSync } from "node:fs";
import { nullIfMissing } from "./null-if-missing";

/** Returns the text of a small file, or null if there is none. Throws every other error. */
export function readFileIfExists(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return nullIfMissing(error);
  }
}
