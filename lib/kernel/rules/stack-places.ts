/**
 * Returns the stack frames of an error, innermost first. The message comes before them and may contain lines that look
 * like frames.
 */
export function stackPlaces({ name, message, stack = "" }: Error): readonly string[] {
  const head = message === "" ? name : `${name}: ${message}`;
  if (!stack.startsWith(head)) return [];
  const lines = stack.slice(head.length).split("\n");
  return lines.filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
}
