import { stackPlaces } from "@/lib/kernel/rules/stack-places";

/** The kind of an error and where it went wrong, without the message: that may quote the file. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const [place] = stackPlaces(error);
  return place === undefined ? error.name : `${error.name} ${place.trim()}`;
}
