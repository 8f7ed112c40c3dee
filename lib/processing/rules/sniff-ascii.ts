/** Bytes as text in which each is one character; only what is ASCII in it means something. */
export function asciiOf(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** Whether a text of ASCII characters stands in the bytes. */
export function hasAscii(bytes: Uint8Array, text: string): boolean {
  return asciiOf(bytes).includes(text);
}
