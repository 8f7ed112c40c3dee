import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import { fileLeftOut, folderLeftOut, leftOut, pathOf } from "./left-out";
import type { DroppedBatch, DroppedFile, LeftOut } from "./upload-entry";

const TEXTS = UPLOAD_TEXTS.leftOut;

const FIRST_BATCH_SIZE = 50;
const BATCH_SIZE = 250;
/**
 * The entries of this many items, counted from the first, are read even if their names have a dot; any later item with a
 * dot counts as a file. `knownType` applies if the browser knows the type from the end of the name.
 */
const ENTRIES_ASKED_MAX = { unknownType: 200, knownType: 20 } as const;

/** Lets the browser paint and respond before more entries are read. */
type Breathe = () => Promise<void>;

const breatheInBrowser: Breathe = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Whether a drag or a paste contains files. */
export function holdsFiles(transfer: Pick<DataTransfer, "types"> | null): boolean {
  return transfer?.types.includes("Files") ?? false;
}

/** A source of files: a drop, a paste, or a file dialog. */
export type FileSource = Pick<DataTransfer, "items" | "files"> | ArrayLike<File>;

/** Reads files from any source in batches. Must be called while the source's event is being handled. */
export function readFileSource(source: FileSource): AsyncIterable<DroppedBatch> {
  return "items" in source ? readTransfer(source) : readFileList(source);
}

/**
 * Reads everything in a drop or paste in batches, including all subfolders; skipped items are listed with a reason. Must
 * be called while the event is being handled, because the browser then removes access to the data. The batches may be
 * read later.
 */
export function readTransfer(
  transfer: Pick<DataTransfer, "items" | "files">,
  breathe: Breathe = breatheInBrowser,
): AsyncIterable<DroppedBatch> {
  const roots: Placed[] = [];
  for (const item of Array.from(transfer.items)) {
    if (item.kind !== "file") continue;
    const root = rootOf(item, roots.length);
    if (root) roots.push({ item: root, folder: null });
  }
  return roots.length > 0 ? readPlaced(roots, breathe) : readFileList(transfer.files, breathe);
}

/**
 * Only an entry tells a folder from a file, and creating one can block a browser for half a millisecond. With many items,
 * an entry is therefore requested only if the name looks like a folder's. A folder with a file-like name is then reported
 * as unreadable.
 */
function rootOf(item: DataTransferItem, index: number): FileSystemEntry | File | null {
  const file = item.getAsFile();
  // Folder names such as "2026.01" are far more common than folder names such as "plan.pdf".
  const askedMax = ENTRIES_ASKED_MAX[file?.type ? "knownType" : "unknownType"];
  if (file?.name.includes(".") && index >= askedMax) return file;
  // A pasted picture has no entry, and not every browser supports entries.
  return item.webkitGetAsEntry?.() ?? file;
}

/**
 * Reads everything selected in a file dialog in batches, whether files or a whole folder; skipped items are listed with a
 * reason.
 */
export function readFileList(
  files: ArrayLike<File>,
  breathe: Breathe = breatheInBrowser,
): AsyncIterable<DroppedBatch> {
  // Copied immediately, because clearing the input also empties its list.
  return readPlaced(
    Array.from(files, (file) => ({ item: file, folder: chosenFolder(file) })),
    breathe,
  );
}

/** The dialog for folders provides each file's path, including its name. */
function chosenFolder({ webkitRelativePath }: File): string | null {
  const slash = webkitRelativePath?.lastIndexOf("/") ?? -1;
  return slash > 0 ? webkitRelativePath.slice(0, slash) : null;
}

/** A file or folder, and the path of its parent folder. */
interface Placed<Item = File | FileSystemEntry> {
  readonly item: Item;
  readonly folder: string | null;
}

async function* readPlaced(
  roots: readonly Placed[],
  breathe: Breathe,
): AsyncGenerator<DroppedBatch> {
  yield* readFiles(roots, breathe, FIRST_BATCH_SIZE);
  // A stack instead of recursion, because folders can be nested more deeply than generators handle well.
  const folders = foldersOf(roots).reverse();
  for (let next = folders.pop(); next; next = folders.pop()) {
    const folder = pathOf(next.item.name, next.folder);
    const refused = folderLeftOut(next.item.name, folder);
    if (refused) {
      yield { files: [], leftOut: [refused] };
      continue;
    }
    const within: Placed<FileSystemDirectoryEntry>[] = [];
    let isEmpty = true;
    for await (const children of childrenOf(next.item)) {
      isEmpty = false;
      if (children === "unreadable") {
        yield { files: [], leftOut: [leftOut(folder, TEXTS.unreadable)] };
        break;
      }
      const placed = children.map((item) => ({ item, folder }));
      within.push(...foldersOf(placed));
      yield* readFiles(placed, breathe, BATCH_SIZE);
    }
    if (isEmpty) yield { files: [], leftOut: [leftOut(folder, TEXTS.emptyFolder)] };
    folders.push(...within.reverse());
  }
}

const foldersOf = (placed: readonly Placed[]) =>
  placed.flatMap(({ item, folder }) => (isFolder(item) ? [{ item, folder }] : []));

const isFolder = (item: File | FileSystemEntry): item is FileSystemDirectoryEntry =>
  !(item instanceof File) && item.isDirectory;
const isFileEntry = (item: File | FileSystemEntry): item is FileSystemFileEntry =>
  !(item instanceof File) && item.isFile;

/** Reads a folder's contents in parts: browsers return at most 100 entries at a time, and then an empty list. */
async function* childrenOf(
  folder: FileSystemDirectoryEntry,
): AsyncGenerator<readonly FileSystemEntry[] | "unreadable"> {
  const reader = folder.createReader();
  for (;;) {
    const children = await new Promise<FileSystemEntry[] | "unreadable">((resolve) => {
      reader.readEntries(resolve, () => resolve("unreadable"));
    });
    if (children.length === 0) return;
    yield children;
    if (children === "unreadable") return;
  }
}

/**
 * Reads the files among entries, in order. The files of a batch are opened in parallel, because each file takes the
 * browser a moment.
 */
async function* readFiles(
  placed: readonly Placed[],
  breathe: Breathe,
  firstBatchSize: number,
): AsyncGenerator<DroppedBatch> {
  const all = placed.filter(({ item }) => !isFolder(item));
  let end = 0;
  for (let begin = 0; begin < all.length; begin = end) {
    end = begin === 0 ? firstBatchSize : begin + BATCH_SIZE;
    const part = all.slice(begin, end);
    const opened = await Promise.all(part.map(({ item }) => open(item)));
    const files: DroppedFile[] = [];
    const missing: LeftOut[] = [];
    for (const [index, { item, folder }] of part.entries()) {
      const file = opened[index];
      const refused = file
        ? fileLeftOut(file.name, folder)
        : leftOut(pathOf(item.name, folder), TEXTS.unreadable);
      if (refused) missing.push(refused);
      else if (file) files.push({ file, folder });
    }
    yield { files, leftOut: missing };
    await breathe();
  }
}

function open(item: File | FileSystemEntry): Promise<File | null> | File | null {
  if (!isFileEntry(item)) return item instanceof File ? item : null;
  return new Promise((resolve) => item.file(resolve, () => resolve(null)));
}
