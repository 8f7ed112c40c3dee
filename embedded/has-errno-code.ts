/** Returns whether a thrown value is a system error of this kind, such as `ENOENT`. */
export function hasErrnoCode(error: unknown, code: string): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && error.code === code;
}
