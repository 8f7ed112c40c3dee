/** Decodes each byte as one character; only ASCII characters are meaningful. */
export function asciiOf(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** Whether the bytes contain this ASCII text. */
export function hasAscii(bytes: Uint8Array, text: string): boolean {
  return asciiOf(bytes).includes(text);
}
