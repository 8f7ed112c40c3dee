/** Matches every encoding and spelling that clients use, so that none of them gets a page. */
const MACHINE_PATH = /^\/+(external-api|api)(?![\w-])/i;

/**
 * Returns whether a path is for programs, which means that its responses are JSON even if nothing exists there.
 * @param {string} path without a query
 */
export function isMachinePath(path) {
  return MACHINE_PATH.test(decoded(path));
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
