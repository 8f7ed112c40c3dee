import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import type { ZIP_TEXTS } from "../../texts/en/zip-texts";

/** A document that may be part of a ZIP file. */
export type ZipDocument = Pick<
  DocumentRow,
  "uuid" | "name" | "assetIdentifier" | "size" | "hasContent" | "createdAt"
>;

/** Why a document is not part of a ZIP file. Each reason has its own text. */
export type LeftOutReason = keyof typeof ZIP_TEXTS.reasons;

/** A document that is not part of a ZIP file. */
export interface LeftOut {
  readonly uuid: string;
  readonly name: string;
  readonly reason: LeftOutReason;
}

/** A file to add to a ZIP file. */
export interface ZipEntry extends Pick<ZipDocument, "uuid" | "name" | "createdAt"> {
  readonly size: number;
  /** The folder of the asset and the name of the file, unique in the ZIP file and safe on every system. */
  readonly path: string;
}

/** What a ZIP file will contain. */
export interface ZipPlan {
  readonly entries: readonly ZipEntry[];
  readonly leftOut: readonly LeftOut[];
  /** The sum of all sizes, and its limit. */
  readonly bytes: number;
  readonly bytesMax: number;
  /** Whether there are more documents than a ZIP file takes. */
  readonly isCut: boolean;
}

/** The number of documents that are considered for a ZIP file. */
export const ZIP_DOCUMENTS_MAX = 1_000;
/** The sum of the sizes in a ZIP file that the browser writes to the disk, and in one that it must first hold itself. */
export const ZIP_BYTES_MAX = { disk: 2_000_000_000, memory: 500_000_000 } as const;

/**
 * Decides which of the first 1,000 documents a ZIP file will contain. A document that would exceed the size is left out,
 * and smaller ones after it are not.
 */
export async function planZip(
  documents: AsyncIterable<ZipDocument>,
  bytesMax: number,
): Promise<ZipPlan> {
  const entries: ZipEntry[] = [];
  const leftOut: LeftOut[] = [];
  const pathOf = createZipPaths();
  let bytes = 0;
  for await (const document of documents) {
    if (entries.length + leftOut.length === ZIP_DOCUMENTS_MAX) {
      return { entries, leftOut, bytes, bytesMax, isCut: true };
    }
    const { uuid, name, size, hasContent, createdAt } = document;
    if (size === null) leftOut.push({ uuid, name, reason: "no-file" });
    else if (!hasContent) leftOut.push({ uuid, name, reason: "erased" });
    else if (bytes + size > bytesMax) leftOut.push({ uuid, name, reason: "too-large" });
    else {
      entries.push({ uuid, name, size, createdAt, path: pathOf(document) });
      bytes += size;
    }
  }
  return { entries, leftOut, bytes, bytesMax, isCut: false };
}

/** Returns a function that gives each document a path that it has not given yet, regardless of case. */
function createZipPaths() {
  const taken = new Set<string>();
  return ({ assetIdentifier, name }: Pick<ZipDocument, "assetIdentifier" | "name">): string => {
    const folder = safeName(assetIdentifier);
    const [stem, extension] = splitName(safeName(name));
    for (let n = 1; ; n += 1) {
      const path = `${folder}/${stem}${n === 1 ? "" : ` (${n})`}${extension}`;
      const key = path.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
}

/** What Windows, macOS or Linux refuses in a name, and what could make a name look like another one. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}<>:"/\\|?*]/gu;
/** Windows reserves these names, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Windows drops spaces and dots at the end; a dot at the beginning hides a file. */
const EDGES = /^[. ]+|[. ]+$/g;
const NAME_BYTES_MAX = 150;

function safeName(text: string): string {
  const plain = text.normalize("NFC").replaceAll(UNSAFE, "_").replaceAll(EDGES, "");
  const [stem, extension] = splitName(plain);
  const short = shorten(stem, NAME_BYTES_MAX).replaceAll(EDGES, "");
  const name = `${short || "_"}${shorten(extension, NAME_BYTES_MAX)}`;
  return RESERVED.test(name) ? `_${name}` : name;
}

function splitName(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
}

/** Cuts between characters, so that the text takes at most this many bytes. */
function shorten(text: string, bytesMax: number): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  const kept: string[] = [];
  for (const character of text) {
    bytes += encoder.encode(character).length;
    if (bytes > bytesMax) break;
    kept.push(character);
  }
  return kept.join("");
}
