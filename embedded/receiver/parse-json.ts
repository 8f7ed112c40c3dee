/** The value of a JSON text; undefined, which no schema here accepts, for what is not JSON. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
