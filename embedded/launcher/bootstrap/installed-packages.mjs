import { readFileSync } from "node:fs";
import { join } from "node:path";

/** True when node_modules holds exactly what package-lock.json asks for on this machine. */
export function isInstalled(root) {
  const wanted = readPackages(join(root, "package-lock.json"));
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  return wanted !== null && installed !== null && isAsLocked(wanted, installed);
}

/**
 * Compares two `packages` tables of lock files (version 3). Optional packages may be absent, because npm leaves out those
 * of other platforms; what is there must have the wanted version, and nothing else may be there.
 */
export function isAsLocked(wanted, installed) {
  const isAsWanted = ([path, entry]) =>
    path === "" ||
    (installed[path] ? installed[path].version === entry.version : entry.optional === true);
  return (
    Object.entries(wanted).every(isAsWanted) &&
    Object.keys(installed).every((path) => Object.hasOwn(wanted, path))
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? null;
  } catch {
    // Absent or cut off in the middle: either way the installation has to be repeated.
    return null;
  }
}
