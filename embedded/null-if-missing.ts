import { hasErrnoCode } from "./has-errno-code";

/** For `catch`: returns null if the file or folder does not exist, and rethrows every other error. */
export function nullIfMissing(error: unknown): null {
  if (hasErrnoCode(error, "ENOENT")) return null;
  throw error;
}
