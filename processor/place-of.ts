import { stackPlaces } from "@/lib/kernel/rules/errors";

/** Returns the kind of an error and its place in the code, without the message, because that may quote the file. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const [place] = stackPlaces(error);
  return place === undefined ? error.name : `${error.name} ${place.trim()}`;
}
