/** Parses a JSON text. Returns undefined, which no JSON text represents, if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
}
