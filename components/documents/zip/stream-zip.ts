import type { DocumentRows } from "@/lib/http/documents/document-list-schemas";
import { retrying } from "../../../lib/client/retrying";
import { type CallCockpit, CockpitProblem } from "../../api/call-cockpit";
import { PreviewRefusal } from "../preview/file/preview-refusal";
import { type Outside, openRangedFile } from "../preview/file/ranged-file";
import type { LeftOut, LeftOutReason, ZipDocument, ZipEntry, ZipPlan } from "./plan-zip";

/** How far a ZIP file is. */
export interface ZipProgress {
  /** The number of documents that have been added or left out. */
  readonly documents: number;
  readonly bytes: number;
}

const LIST_PAGE_SIZE = 200;
/** Each part is one request, so that an interruption repeats little. */
const PART_BYTES = 4 * 1024 * 1024;
/** After this many documents in a row that could not be reached, the others are not tried. */
const UNREACHABLE_MAX = 3;

/** Lists the documents that match the API's parameters, page by page. @throws CockpitProblem, or the signal's reason */
export async function* listDocuments(
  params: URLSearchParams,
  { call, signal }: { readonly call: CallCockpit; readonly signal: AbortSignal },
): AsyncGenerator<ZipDocument> {
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams(params);
    query.set("limit", String(LIST_PAGE_SIZE));
    if (cursor !== null) query.set("cursor", cursor);
    const path = `/api/cockpit/documents?${query}`;
    const page: DocumentRows = await call<DocumentRows>("GET", path, { signal });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/**
 * Streams a ZIP file. Each document is read completely from the object store before it is added, so that a failure leaves
 * it out instead of half of it in; its URL is signed just before, and again if it expires. `leftOut` grows while the
 * stream is read. The stream fails with the signal's reason if the signal is aborted.
 */
export async function streamZip(
  { entries }: Pick<ZipPlan, "entries">,
  outside: Outside,
  onProgress: (progress: ZipProgress) => void,
): Promise<{ readonly zip: ReadableStream<Uint8Array>; readonly leftOut: readonly LeftOut[] }> {
  const { makeZip } = await import("client-zip");
  const leftOut: LeftOut[] = [];
  async function* files() {
    let bytes = 0;
    let unreachable = 0;
    for (const [index, { uuid, name, path, createdAt, ...entry }] of entries.entries()) {
      outside.signal.throwIfAborted();
      const content =
        unreachable < UNREACHABLE_MAX
          ? await readFile({ uuid, ...entry }, outside, (read) =>
              onProgress({ documents: index, bytes: bytes + read }),
            )
          : "unreachable";
      unreachable = content === "unreachable" ? unreachable + 1 : 0;
      bytes += entry.size;
      onProgress({ documents: index + 1, bytes });
      if (typeof content === "string") leftOut.push({ uuid, name, reason: content });
      else yield { name: path, lastModified: new Date(createdAt), input: content };
    }
  }
  return { zip: makeZip(files()), leftOut };
}

async function readFile(
  { uuid, size }: Pick<ZipEntry, "uuid" | "size">,
  outside: Outside,
  onRead: (bytes: number) => void,
): Promise<Blob | LeftOutReason> {
  const { nowMs, wait: sleep, signal } = outside;
  /** Signing a URL may fail for a while, at first and when it is renewed. */
  const patiently = <T>(attempt: () => Promise<T>) =>
    retrying(attempt, { onPause: () => undefined, clock: { nowMs, sleep }, signal });
  try {
    const file = await patiently(() => openRangedFile(uuid, outside));
    if (file.size !== size) return "changed";
    const parts: Blob[] = [];
    for (let begin = 0; begin < size; begin += PART_BYTES) {
      const end = Math.min(size, begin + PART_BYTES);
      // Browsers can move a blob to the disk, but not an array.
      parts.push(new Blob([await patiently(() => file.read(begin, end))]));
      onRead(end);
    }
    return new Blob(parts);
  } catch (error) {
    signal.throwIfAborted();
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): LeftOutReason {
  if (error instanceof PreviewRefusal) return "unreachable";
  if (!(error instanceof CockpitProblem)) throw error;
  const { code, status } = error;
  if (status === 401 || status === 403) return "not-allowed";
  if (code === "content-gone") return "erased";
  return code === "file-not-uploaded" ? "no-file" : "unreachable";
}
