/** The kind of an error and where it went wrong, without the message: that may quote the file, in lines that look like places too. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { name, message, stack = "" } = error;
  const head = message === "" ? name : `${name}: ${message}`;
  const places = stack.startsWith(head) ? stack.slice(head.length).split("\n") : [];
  const place = places.find((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  return place === undefined ? name : `${name} ${place.trim()}`;
}
