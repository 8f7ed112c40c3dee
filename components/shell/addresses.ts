const TEXT_CHARACTERS_MAX = 200;

/** Normalises typed search text to the form that the API accepts. */
export function searchText(typed: string): string {
  const plain = typed.replaceAll(/\p{Cc}/gu, " ").trim();
  return [...plain].slice(0, TEXT_CHARACTERS_MAX).join("").trim();
}

/** Returns the path of a document's page. */
export const documentPath = (uuid: string) => `/documents/${uuid}`;
