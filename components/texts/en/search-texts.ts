/** Text for the search that opens from every page. */
export const SEARCH_TEXTS = {
  title: "Search everywhere",
  placeholder: "Search assets and documents",
  hint: "Type to search identifiers, names, values and the text of documents.",
  assets: "Assets",
  documents: "Documents",
  archived: "Archived",
  nothing: (text: string) => `Nothing found for “${text}”`,
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  showAll: (text: string) => `Show all documents for “${text}”`,
  keys: "↑ ↓ to select, Enter to open, Esc to close",
} as const;
