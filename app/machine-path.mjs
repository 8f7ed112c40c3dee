/** With the encodings and the spelling in which clients have written it, so that none of them gets a page. */
const MACHINE_PATH = /^\/+(external-api|api)(?![\w-])/i;

/**
 * Whether programs ask for this path: its answers are JSON, even when nothing exists there.
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
