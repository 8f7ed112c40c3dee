/** Text for the cockpit if there are no tiles, by filter. */
export const EMPTY_TEXTS = {
  none: {
    title: "No assets yet",
    help: "An asset is what documents belong to: a building, a machine, a contract. Create one and drop files on its tile. Other systems can upload documents through the API.",
    learnMore: "API documentation",
  },
  notFound: {
    title: (text: string) => `No assets found for “${text}”`,
    help: "The search covers identifiers, names, descriptions and folders.",
    helpFiltered: (filter: string) =>
      `The search covers identifiers, names, descriptions and folders of assets under “${filter}”.`,
    clear: "Clear search",
    create: (text: string) => `Create asset “${text}”`,
  },
  inFolder: {
    title: "No assets in this folder",
    help: (folder: string, isNarrowed: boolean) =>
      isNarrowed
        ? `No asset in “${folder}” or below it matches the search and the filter.`
        : `No asset is in “${folder}” or below it.`,
    clear: "Remove folder filter",
  },
  new: {
    title: "Nothing new for you",
    help: "Documents that others have uploaded since your last visit to an asset appear here.",
  },
  review: {
    title: "Nothing to review",
    help: "Assets with documents that need a review appear here.",
  },
  failed: {
    title: "No failed uploads",
    help: "Assets with an upload that failed, was cancelled or expired appear here.",
  },
  archived: {
    title: "No archived assets",
    help: "To archive an asset that is no longer in use, open the menu on its tile. Its documents are kept.",
  },
  showAll: "Show all assets",
} as const;
