import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns true if node_modules contains exactly what package-lock.json requires on this machine. */
export function isInstalled(root) {
  const wanted = readPackages(join(root, "package-lock.json"));
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  return wanted !== null && installed !== null && isAsLocked(wanted, installed);
}

/**
 * Compares the `packages` tables of two lock files (version 3). Optional packages may be missing, because npm skips
 * packages for other platforms. Every installed package must have the required version, and no additional packages may be
 * installed.
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
    // The file is missing or truncated; either way, the installation has to be repeated.
    return null;
  }
}
