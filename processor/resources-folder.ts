import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the bundle's character maps and fonts lie: beside it. */
export function resourcesFolder(): string {
  return dirname(fileURLToPath(import.meta.url));
}
