import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Returns the folder of the bundle, which also holds its character maps and fonts. */
export function resourcesDirectory(): string {
  return dirname(fileURLToPath(import.meta.url));
}
