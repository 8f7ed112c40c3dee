/** Returns the cookies of a request by name, decoded; if a name occurs twice, the last one counts. */
export function readCookies(headers: Headers): ReadonlyMap<string, string> {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => {
    const at = Math.max(pair.indexOf("="), 0);
    return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const;
  });
  return new Map(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
