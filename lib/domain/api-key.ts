/** An API key as a client may present it: 32 to 200 printable ASCII characters without a space. */
export function isApiKeyText(text: string): boolean {
  return /^[\x21-\x7e]{32,200}$/.test(text);
}
