/** Where an error went wrong, innermost first: the places of its stack. The message stands before them, and may hold lines that look like one. */
export function stackPlaces({ name, message, stack = "" }: Error): readonly string[] {
  const head = message === "" ? name : `${name}: ${message}`;
  if (!stack.startsWith(head)) return [];
  const lines = stack.slice(head.length).split("\n");
  return lines.filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
}
