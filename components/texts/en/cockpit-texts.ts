import { formatCount } from "./format";

/** "1 asset", "2 assets". */
const assets = (count: number, kind = "") =>
  `${formatCount(count)} ${kind}${count === 1 ? "asset" : "assets"}`;

/** What the cockpit says. */
export const COCKPIT_TEXTS = {
  title: "Cockpit",
  newAsset: "New asset",
  counts: {
    all: (count: number) => assets(count),
    archived: (count: number) => assets(count, "archived "),
    found: (count: number) => `${assets(count)} found`,
  },
  search: "Search assets",
  filterLabel: "Which assets are shown",
  filters: {
    all: "All",
    new: "New for you",
    review: "Waiting for review",
    failed: "Upload failed",
    archived: "Archived",
  },
  orderLabel: "Sort by",
  orders: {
    activity: "Latest activity",
    name: "Name",
    identifier: "Identifier",
    created: "Newest asset",
  },
  listLabel: (from: number, to: number) => `Assets ${formatCount(from)} to ${formatCount(to)}`,
  pasteHint: {
    title: "Nothing was uploaded yet",
    help: "Move to the tile of an asset first, by click or Tab, then paste the files again.",
  },
} as const;

/** What a tile says. */
export const TILE_TEXTS = {
  newCount: (count: number) => `${count > 99 ? "99+" : count} new`,
  newHint: (count: number) =>
    `${count > 99 ? "More than 99" : count} from others since your last visit`,
  archived: "Archived",
  countsLabel: "Documents by status",
  newest: "Newest document:",
  noDocuments: "No documents yet: drop files here.",
  upload: "Upload",
  uploadTo: (name: string) => `Upload files to ${name}`,
  filesFor: (name: string) => `Files for ${name}`,
  folderFor: (name: string) => `Folder for ${name}`,
  moreFor: (name: string) => `More for ${name}`,
  uploadFiles: "Upload files",
  uploadFolder: "Upload a folder",
  edit: "Edit",
  archive: "Archive",
  restore: "Take back from the archive",
  dropHere: (name: string) => `Drop to upload to ${name}`,
  progress: (done: number, total: number) =>
    `${formatCount(done)} of ${formatCount(total)} uploaded`,
  progressLabel: (name: string) => `Uploads to ${name}`,
} as const;

/** What creating, editing and archiving an asset says. */
export const ASSET_TEXTS = {
  newTitle: "New asset",
  newHelp:
    "A building, a machine, a contract: whatever documents belong to. It gets a tile that takes files.",
  editTitle: "Edit asset",
  identifier: "Identifier",
  identifierHelp:
    "Other systems name the asset by it, exactly as written here. It cannot be changed later.",
  identifierFixed: "It cannot be changed: documents and other systems name the asset by it.",
  name: "Name",
  nameHelp: "What people call it.",
  description: "Description (optional)",
  fieldProblem: (field: "identifier" | "name" | "description", problem: string) =>
    `The ${field} ${problem}.`,
  create: "Create asset",
  creating: "Creating …",
  save: "Save",
  saving: "Saving …",
  notSaved: "The asset was not saved",
  created: (name: string) => `${name} was created`,
  createdHelp: "Its tile comes first now. Drop files on it.",
  saved: (name: string) => `${name} was saved`,
  archiveTitle: "Archive this asset?",
  archiveHelp: (name: string) =>
    `${name} leaves the first view. Its documents stay, new ones still come in, and you find it under “Archived”, where you can take it back.`,
  archive: "Archive",
  archived: (name: string) => `${name} was archived`,
  archivedHelp: "To take it back, choose “Archived” and then the menu of its tile.",
  restored: (name: string) => `${name} is back from the archive`,
  notArchived: (name: string) => `${name} was not archived`,
  notRestored: (name: string) => `${name} was not taken back`,
} as const;

/** What the Unassigned tray says. */
export const UNASSIGNED_TEXTS = {
  title: "Unassigned documents",
  help: "Systems handed these in for identifiers that no asset has. Create the asset, and they appear on its tile.",
  documents: (count: number) => `${formatCount(count)} ${count === 1 ? "document" : "documents"}`,
  create: "Create asset",
  createFor: (identifier: string) => `Create asset ${identifier}`,
  creating: "Creating …",
  notCreated: (identifier: string) => `The asset ${identifier} was not created`,
  createdTitle: (identifier: string) => `The asset ${identifier} was created`,
  createdHelp: "It carries its identifier as its name.",
  editName: "Edit name",
  editNameOf: (identifier: string) => `Edit the name of ${identifier}`,
  dismiss: "Close the message",
  showMore: "Show more unassigned",
} as const;

/** What stands where no tile is, by what was asked for. */
export const EMPTY_TEXTS = {
  none: {
    title: "No assets yet",
    help: "An asset is what documents belong to: a building, a machine, a contract. Create the first one, then drop files on its tile. Systems hand documents in through the API.",
    learnMore: "How systems hand in documents",
  },
  notFound: {
    title: (text: string) => `Nothing found for “${text}”`,
    help: "Identifiers, names and descriptions were searched.",
    helpFiltered: (filter: string) =>
      `Identifiers, names and descriptions were searched, only under “${filter}”.`,
    clear: "Clear search",
    create: (text: string) => `Create asset “${text}”`,
  },
  new: {
    title: "Nothing new for you",
    help: "Documents that others hand in after your last visit to an asset show here.",
  },
  review: {
    title: "Nothing waits for review",
    help: "Assets with documents that need a person's look show here.",
  },
  failed: {
    title: "No failed uploads",
    help: "Assets with an upload that failed, was cancelled or never came show here.",
  },
  archived: {
    title: "Nothing is archived",
    help: "Archive what is out of use from the menu of its tile. Its documents stay, and you find it here.",
  },
  showAll: "Show all assets",
} as const;
