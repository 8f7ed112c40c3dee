import { formatCount } from "./format";

/** What the documents of an asset say. */
export const DOCUMENT_TEXTS = {
  back: "All assets",
  archived: "This asset is archived. Its documents stay here, and new ones still come in.",
  unassignedTitle: "No asset has this identifier",
  unassignedHelp:
    "Documents were handed in for it, and they are kept. Create the asset to see them on a tile of the cockpit.",
  createAsset: "Create asset",
  uploadFiles: "Upload files",
  uploadFolder: "Upload a folder",
  dropHere: (name: string) => `Drop to upload to ${name}`,
  dropHint: "Drop files or folders anywhere on this page, paste them, or choose them here.",
  search: "Search in names and folders",
  filterLabel: "Documents by status",
  all: (count: number) => `All ${formatCount(count)}`,
  withCount: (label: string, count: number) => `${label} ${formatCount(count)}`,
  columns: { name: "Name", status: "Status", time: "Handed in", size: "Size", actions: "Actions" },
  caption: (name: string) => `Documents of ${name}`,
  isNew: "New",
  noSize: "–",
  expires: "The upload is awaited until",
  download: "Download",
  downloadOf: (name: string) => `Download ${name}`,
  remove: "Delete",
  removeOf: (name: string) => `Delete ${name}`,
  cancelUpload: "Cancel upload",
  cancelUploadOf: (name: string) => `Cancel the upload of ${name}`,
  removeTitle: "Delete this document?",
  removeHelp: (name: string) =>
    `${name} is marked as deleted, and the remote system is told. Its content is erased for good after the retention time. This cannot be undone.`,
  cancelTitle: "Cancel this upload?",
  cancelHelp: (name: string) =>
    `${name} becomes “Upload failed”, and the remote system is told. To upload it later, drop it again.`,
  removed: (name: string) => `${name} was deleted`,
  cancelled: (name: string) => `The upload of ${name} was cancelled`,
  notRemoved: (name: string) => `${name} was not deleted`,
  emptyTitle: "No documents yet",
  emptyHelp:
    "Drop files or whole folders here, paste them, or press “Upload files”. Systems hand documents in through the API.",
  nothingFoundTitle: "Nothing found",
  nothingFoundHelp: "No document matches the search and the status that is chosen.",
  clearFilters: "Show all documents",
} as const;
