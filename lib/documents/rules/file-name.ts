import { hasVisibleCharacter } from "@/lib/kernel/rules/visible-text";

const CODE_POINTS_MAX = 255;

/**
 * Returns what is wrong with a file name, or null if it is accepted: `<file-name>.<file-extension>` of at most 255 code
 * points that is safe in file systems, headers and pages (DESIGN 3, decisions 0009 and 0036).
 */
export function fileNameProblem(name: string): string | null {
  if (!name.isWellFormed()) return "must be well-formed Unicode";
  if ([...name].length > CODE_POINTS_MAX) return `must have at most ${CODE_POINTS_MAX} characters`;
  if (/[/\\]/.test(name)) return "must not contain / or \\: send the name without its folder";
  if (/\p{Cc}/u.test(name)) return "must not contain control characters";
  if (/\p{Bidi_Control}/u.test(name))
    return "must not contain characters that change the reading direction";
  if (name.startsWith(".") || name.endsWith(".")) return "must not begin or end with a dot";
  if (!name.includes(".")) return "must have an extension, such as report.pdf";
  const parts = name.split(".");
  const extension = parts.pop() ?? "";
  if (!hasVisibleCharacter(parts.join("")) || !hasVisibleCharacter(extension))
    return "must have visible characters before and after its last dot";
  return null;
}
