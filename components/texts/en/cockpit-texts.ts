import { formatCount, formatDuration } from "./format";

/** Returns "1 asset", "2 assets" and so on. */
const assets = (count: number, kind = "") =>
  `${formatCount(count)} ${kind}${count === 1 ? "asset" : "assets"}`;

/** Text for the cockpit. */
export const COCKPIT_TEXTS = {
  title: "Cockpit",
  newAsset: "New asset",
  counts: {
    all: (count: number) => assets(count),
    archived: (count: number) => assets(count, "archived "),
    found: (count: number) => `${assets(count)} found`,
  },
  waitingToBeRead: (count: number, isAtLeast: boolean, secondsLeft: number | null) => {
    const counted = `${formatCount(count)}${isAtLeast ? "+" : ""}`;
    const waiting =
      count === 1
        ? "1 document is waiting to be read"
        : `${counted} documents are waiting to be read`;
    return secondsLeft === null ? waiting : `${waiting}, about ${formatDuration(secondsLeft)} left`;
  },
  transfer: "Import and export",
  import: "Import from CSV",
  export: { comma: "Export as CSV", semicolon: "Export as CSV with semicolons" },
  search: "Search assets",
  filterLabel: "Filter assets",
  filters: {
    all: "All",
    new: "New for you",
    review: "Waiting for review",
    failed: "Upload failed",
    archived: "Archived",
  },
  folderLabel: "Folder of the assets",
  folder: "Folder:",
  removeFolder: (folder: string) => `Remove the folder filter ${folder}`,
  orderLabel: "Sort by",
  orders: {
    activity: "Latest activity",
    name: "Name",
    identifier: "Identifier",
    created: "Newest asset",
  },
  listLabel: (from: number, to: number) => `Assets ${formatCount(from)} to ${formatCount(to)}`,
  pasteHint: {
    title: "Nothing was uploaded",
    help: "Select an asset’s tile first with a click or the Tab key, then paste the files again.",
  },
} as const;

/** Text for a tile. */
export const TILE_TEXTS = {
  newCount: (count: number) => `${count > 99 ? "99+" : count} new`,
  newOf: (count: number, name: string) => `${count > 99 ? "99+" : count} new in ${name}`,
  newHint: (count: number) =>
    `${count > 99 ? "More than 99" : count} from others since your last visit`,
  archived: "Archived",
  folder: (folder: string) => `Show assets in ${folder}`,
  countsLabel: "Documents by status",
  newest: "Newest document:",
  noDocuments: "No documents yet. Drop files here.",
  upload: "Upload",
  uploadTo: (name: string) => `Upload files to ${name}`,
  filesFor: (name: string) => `Files for ${name}`,
  folderFor: (name: string) => `Folder for ${name}`,
  moreFor: (name: string) => `More actions for ${name}`,
  uploadFiles: "Upload files",
  uploadFolder: "Upload a folder",
  edit: "Edit",
  archive: "Archive",
  restore: "Restore",
  dropHere: (name: string) => `Drop to upload to ${name}`,
  progress: (done: number, total: number) =>
    `${formatCount(done)} of ${formatCount(total)} uploaded`,
  progressLabel: (name: string) => `Uploads to ${name}`,
} as const;

/** Text for creating, editing and archiving an asset. */
export const ASSET_TEXTS = {
  newTitle: "New asset",
  newHelp:
    "A building, a machine, a contract: anything that documents belong to. You can then drop files on its tile.",
  editTitle: "Edit asset",
  identifier: "Identifier",
  identifierHelp:
    "Other systems use it to refer to the asset. It is case-sensitive and cannot be changed later.",
  identifierFixed: "It cannot be changed, because documents and other systems refer to it.",
  name: "Name",
  nameHelp: "The name that people use.",
  description: "Description (optional)",
  folder: "Folder (optional)",
  folderHelp: "Names with / between them, such as Zürich/Altstadt.",
  fieldProblem: (field: "identifier" | "name" | "description" | "folder", problem: string) =>
    `The ${field} ${problem}.`,
  create: "Create asset",
  creating: "Creating…",
  save: "Save",
  saving: "Saving…",
  notSaved: "The asset was not saved",
  created: (name: string) => `${name} was created`,
  createdHelp: "Its tile is now first. Drop files on it.",
  saved: (name: string) => `${name} was saved`,
  archiveTitle: "Archive this asset?",
  archiveHelp: (name: string) =>
    `${name} will move to “Archived”, where you can restore it. Its documents will be kept, and other systems can still upload new ones.`,
  archive: "Archive",
  archived: (name: string) => `${name} was archived`,
  archivedHelp: "To restore it, choose “Archived” and open the menu on its tile.",
  restored: (name: string) => `${name} was restored`,
  notArchived: (name: string) => `${name} was not archived`,
  notRestored: (name: string) => `${name} was not restored`,
} as const;

/** Text for the Unassigned tray. */
export const UNASSIGNED_TEXTS = {
  title: "Unassigned documents",
  help: "Other systems uploaded these for identifiers that no asset has. Create the asset, or move the documents to an existing one.",
  documents: (count: number) => `${formatCount(count)} ${count === 1 ? "document" : "documents"}`,
  create: "Create asset",
  createFor: (identifier: string) => `Create asset ${identifier}`,
  creating: "Creating…",
  notCreated: (identifier: string) => `The asset ${identifier} was not created`,
  created: "Created",
  createdTitle: (identifier: string) => `The asset ${identifier} was created.`,
  createdHelp: "For now, its name is the same as its identifier.",
  editName: "Edit name",
  editNameOf: (identifier: string) => `Edit the name of ${identifier}`,
  dismiss: "Close message",
  move: "Move to an existing asset",
  moveOf: (identifier: string) => `Move the documents of ${identifier} to an existing asset`,
  moveHelp:
    "The documents will keep their status, and the remote system will not be notified. Documents without a file and deleted documents will stay where they are.",
  moving: ({ moved, total }: { readonly moved: number; readonly total: number }) =>
    `Moved ${formatCount(moved)} of ${formatCount(total)}…`,
  moved: (count: number, to: string) =>
    `${formatCount(count)} ${count === 1 ? "document was" : "documents were"} moved to ${to}`,
  movedNone: "No documents were moved",
  stop: "Stop",
  stopped: (count: number) =>
    `The move was stopped. ${formatCount(count)} ${count === 1 ? "document was" : "documents were"} not moved.`,
  left: (count: number) =>
    count === 1
      ? "1 document could not be moved, because it has no file or is deleted."
      : `${formatCount(count)} documents could not be moved, because they have no file or are deleted.`,
  notMoved: (identifier: string) => `Not all documents of ${identifier} were moved`,
  showMore: "Show more unassigned",
} as const;
