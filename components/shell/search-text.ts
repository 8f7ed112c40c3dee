const TEXT_CHARACTERS_MAX = 200;

/** What people typed as the API takes it. */
export function searchText(typed: string): string {
  const plain = typed.replaceAll(/\p{Cc}/gu, " ").trim();
  return [...plain].slice(0, TEXT_CHARACTERS_MAX).join("").trim();
}
