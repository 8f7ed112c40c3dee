const CODE_POINTS_MAX = 1000;

/**
 * Returns what is wrong with the folder from which a file was dropped, or null if it is accepted: folder names separated
 * by slashes. It is only ever shown, never used as a path.
 */
export function folderProblem(folder: string): string | null {
  if (!folder.isWellFormed()) return "must be well-formed Unicode";
  if (folder === "") return "must not be empty: leave it null";
  if ([...folder].length > CODE_POINTS_MAX)
    return `must have at most ${CODE_POINTS_MAX} characters`;
  if (/\p{Cc}/u.test(folder)) return "must not contain control characters";
  if (/\p{Bidi_Control}/u.test(folder))
    return "must not contain characters that change the reading direction";
  return null;
}
