import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import { fileLeftOut, folderLeftOut, leftOut, pathOf } from "./left-out";
import type { DroppedBatch, DroppedFile, LeftOut } from "./upload-entry";

const TEXTS = UPLOAD_TEXTS.leftOut;

const FIRST_BATCH_SIZE = 50;
const BATCH_SIZE = 250;
/** Of so many things each one is asked for its entry. */
const ENTRIES_ASKED_MAX = 200;

/** Lets the browser draw and answer before more is read. */
type Breathe = () => Promise<void>;

const breatheInBrowser: Breathe = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Whether something that is dragged or pasted holds files at all. */
export function holdsFiles(transfer: Pick<DataTransfer, "types"> | null): boolean {
  return transfer?.types.includes("Files") ?? false;
}

/** What files come from: a drop, a paste, or a file dialog. */
export type FileSource = Pick<DataTransfer, "items" | "files"> | ArrayLike<File>;

/** Reads any source of files in batches; to be called while its event is handled. */
export function readFileSource(source: FileSource): AsyncIterable<DroppedBatch> {
  return "items" in source ? readTransfer(source) : readFileList(source);
}

/**
 * Everything in a drop or paste, folders to their depths, in batches as it is found; what is left out is named. To be called
 * while the event is handled, for afterwards the browser shows nothing of it any more; the batches may be read later.
 */
export function readTransfer(
  transfer: Pick<DataTransfer, "items" | "files">,
  breathe: Breathe = breatheInBrowser,
): AsyncIterable<DroppedBatch> {
  const roots: (FileSystemEntry | File)[] = [];
  for (const item of Array.from(transfer.items)) {
    if (item.kind !== "file") continue;
    const root = rootOf(item, roots.length < ENTRIES_ASKED_MAX);
    if (root) roots.push(root);
  }
  return readRoots(roots.length > 0 ? roots : Array.from(transfer.files), breathe);
}

/**
 * Only an entry tells a folder from a file, and each takes a browser up to half a millisecond, within which it shows nothing. So
 * of many things only those are asked that are named like a folder; a folder named like a file is then said to be unreadable.
 */
function rootOf(item: DataTransferItem, isAskedAnyway: boolean): FileSystemEntry | File | null {
  const file = item.getAsFile();
  const isNamedLikeFile = file?.name.includes(".") ?? false;
  if (isNamedLikeFile && !isAskedAnyway) return file;
  // A pasted picture has no entry, and not every browser has entries.
  return item.webkitGetAsEntry?.() ?? file;
}

/** Everything that was chosen in a file dialog, of files or of a whole folder, in batches; what is left out is named. */
export function readFileList(
  files: ArrayLike<File>,
  breathe: Breathe = breatheInBrowser,
): AsyncIterable<DroppedBatch> {
  // Copied at once: the list of an input is emptied together with it.
  return readFiles(Array.from(files), breathe);
}

async function* readFiles(files: readonly File[], breathe: Breathe): AsyncGenerator<DroppedBatch> {
  let end = 0;
  for (let begin = 0; begin < files.length; begin = end) {
    end = begin === 0 ? FIRST_BATCH_SIZE : begin + BATCH_SIZE;
    const found = collect();
    for (const file of files.slice(begin, end)) found.file(file, chosenFolder(file));
    yield found;
    await breathe();
  }
}

/** The dialog for folders tells the path of each file, its name included. */
function chosenFolder({ webkitRelativePath }: File): string | null {
  const slash = webkitRelativePath?.lastIndexOf("/") ?? -1;
  return slash > 0 ? webkitRelativePath.slice(0, slash) : null;
}

interface Placed<Entry extends FileSystemEntry = FileSystemEntry> {
  readonly entry: Entry;
  readonly parent: string | null;
}

async function* readRoots(
  roots: readonly (FileSystemEntry | File)[],
  breathe: Breathe,
): AsyncGenerator<DroppedBatch> {
  const entries: Placed[] = [];
  const files: File[] = [];
  for (const root of roots) {
    if (root instanceof File) files.push(root);
    else entries.push({ entry: root, parent: null });
  }
  yield* readFiles(files, breathe);
  yield* readEntries(entries, breathe);
}

async function* readEntries(
  roots: readonly Placed[],
  breathe: Breathe,
): AsyncGenerator<DroppedBatch> {
  yield* readFileEntries(roots, breathe);
  // A stack instead of recursion: folders may be deeper than generators like to be.
  const folders: Placed<FileSystemDirectoryEntry>[] = foldersOf(roots).reverse();
  for (let next = folders.pop(); next; next = folders.pop()) {
    const { entry, parent } = next;
    const folder = pathOf(entry.name, parent);
    const refused = folderLeftOut(entry.name, folder);
    if (refused) {
      yield { files: [], leftOut: [refused] };
      continue;
    }
    const within: Placed<FileSystemDirectoryEntry>[] = [];
    let count = 0;
    for await (const children of childrenOf(entry)) {
      if (children === "unreadable") {
        yield { files: [], leftOut: [leftOut(folder, TEXTS.unreadable)] };
        count += 1;
        break;
      }
      count += children.length;
      const placed = children.map((child) => ({ entry: child, parent: folder }));
      within.push(...foldersOf(placed));
      yield* readFileEntries(placed, breathe);
    }
    if (count === 0) yield { files: [], leftOut: [leftOut(folder, TEXTS.emptyFolder)] };
    folders.push(...within.reverse());
  }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const foldersOf = (placed: readonly Placed[]) =>
  placed.flatMap(({ entry, parent }) => (isFolder(entry) ? [{ entry, parent }] : []));

/** What a folder holds, in parts: a browser tells at most 100 at a time, and is asked until it tells none. */
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

/** The files among entries, in their order; each batch is opened at once, for each takes the browser a moment. */
async function* readFileEntries(
  placed: readonly Placed[],
  breathe: Breathe,
): AsyncGenerator<DroppedBatch> {
  const files = placed.flatMap(({ entry, parent }) => (isFile(entry) ? [{ entry, parent }] : []));
  for (let begin = 0; begin < files.length; begin += BATCH_SIZE) {
    const part = files.slice(begin, begin + BATCH_SIZE);
    const opened = await Promise.all(part.map(({ entry }) => open(entry)));
    const found = collect();
    for (const [index, { entry, parent }] of part.entries()) {
      const file = opened[index];
      if (file) found.file(file, parent);
      else found.leftOut.push(leftOut(pathOf(entry.name, parent), TEXTS.unreadable));
    }
    yield found;
    await breathe();
  }
}

const open = (entry: FileSystemFileEntry) =>
  new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));

function collect() {
  const files: DroppedFile[] = [];
  const missing: LeftOut[] = [];
  return {
    files,
    leftOut: missing,
    file: (file: File, folder: string | null) => {
      const refused = fileLeftOut(file.name, folder);
      if (refused) missing.push(refused);
      else files.push({ file, folder });
    },
  };
}
