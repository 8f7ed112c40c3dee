import { readFileSync } from "node:fs";
import { nullIfMissing } from "./null-if-missing";

/** The text of a small file, null when there is none. Throws what else the system says. */
export function readFileIfExists(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return nullIfMissing(error);
  }
}
