/** Parses a JSON text. If it is not JSON, returns undefined, which no JSON text represents. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
}
