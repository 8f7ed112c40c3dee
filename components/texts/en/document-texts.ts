import { formatCount } from "./format";

/** Text for an asset's documents. */
export const DOCUMENT_TEXTS = {
  back: "All assets",
  archived:
    "This asset is archived. Its documents are kept, and other systems can still upload new ones.",
  unassignedTitle: "No asset has this identifier",
  unassignedHelp:
    "Other systems uploaded documents for this identifier. Create the asset, or move the documents to an existing one.",
  createAsset: "Create asset",
  notFoundTitle: "Asset not found",
  notFound:
    "No asset or document has this identifier. Check the address, or search in the cockpit.",
  notFoundLink: "Go to the cockpit",
  uploadFiles: "Upload files",
  uploadFolder: "Upload a folder",
  dropHere: (name: string) => `Drop to upload to ${name}`,
  dropHint: "Drop files or folders anywhere on this page, paste them, or select them here.",
  search: "Search names, values and text",
  filterLabel: "Filter documents by status",
  all: (count: number) => `All ${formatCount(count)}`,
  withCount: (label: string, count: number) => `${label} ${formatCount(count)}`,
  caption: (name: string) => `Documents of ${name}`,
  isNew: "New",
  noSize: "–",
  expires: "The upload link expires",
  download: "Download",
  downloadOf: (name: string) => `Download ${name}`,
  remove: "Delete",
  removeOf: (name: string) => `Delete ${name}`,
  cancelUpload: "Cancel upload",
  cancelUploadOf: (name: string) => `Cancel the upload of ${name}`,
  cancelTitle: "Cancel this upload?",
  cancelHelp: (name: string) =>
    `${name} will be marked as “Cancelled”, and the remote system will be notified that the upload failed. To upload it later, drop it again.`,
  removed: (name: string) => `${name} was deleted`,
  cancelling: (name: string) => `The upload of ${name} is being cancelled`,
  cancelled: (name: string) => `The upload of ${name} was cancelled`,
  notRemoved: (name: string) => `${name} was not deleted`,
  emptyTitle: "No documents yet",
  emptyHelp:
    "Drop files or folders here, paste them, or choose “Upload files”. Other systems can upload documents through the API.",
  nothingFoundTitle: "No documents found",
  nothingFoundHelp: "No document matches your search and the selected status.",
  clearFilters: "Show all documents",
} as const;
