import { hasErrnoCode } from "./has-errno-code";

/** For `catch`: null when the file or folder does not exist. Throws every other error again. */
export function nullIfMissing(error: unknown): null {
  if (hasErrnoCode(error, "ENOENT")) return null;
  throw error;
}
