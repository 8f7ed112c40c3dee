import type { AttachmentFacts, PageText, Word } from "../reading/page-text";

/** A page in its stored form, with short property names and with positions in ten-thousandths of the page. */
export interface StoredPage {
  readonly p?: string;
  readonly a?: true;
  readonly f?: AttachmentFacts;
  readonly s?: readonly [width: number, height: number];
  /** Lines of segments of words. */
  readonly l: readonly (readonly (readonly StoredWord[])[])[];
}

type StoredWord =
  | string
  | readonly [text: string, left: number, top: number, right: number, bottom: number];

/**
 * The number of steps into which positions divide the page. On a page 4,961 pixels wide (A4 at 600 dpi), one step is half
 * a pixel.
 */
const PARTS = 10_000;

/** Converts a page without its number to a form that takes a tenth of the space. */
export function storePage({ part, isAttachment, attachment, size, lines }: PageText): StoredPage {
  return {
    ...(part === null ? {} : { p: part }),
    ...(isAttachment ? { a: true } : {}),
    ...(attachment ? { f: attachment } : {}),
    ...(size === null ? {} : { s: [size.width, size.height] }),
    l: lines.map((line) => line.map((segment) => segment.map(storeWord))),
  };
}

/** Converts a stored page back to a page. Positions are rounded to ten-thousandths. */
export function readStoredPage(number: number, { p, a, f, s, l }: StoredPage): PageText {
  return {
    number,
    part: p ?? null,
    isAttachment: a ?? false,
    ...(f ? { attachment: f } : {}),
    size: s ? { width: s[0], height: s[1] } : null,
    lines: l.map((line) => line.map((segment) => segment.map(readWord))),
  };
}

function storeWord({ text, bbox }: Word): StoredWord {
  if (bbox === null) return text;
  const [left, top, right, bottom] = bbox;
  return [text, inParts(left), inParts(top), inParts(right), inParts(bottom)];
}

function readWord(stored: StoredWord): Word {
  if (typeof stored === "string") return { text: stored, bbox: null };
  const [text, left, top, right, bottom] = stored;
  return { text, bbox: [left / PARTS, top / PARTS, right / PARTS, bottom / PARTS] };
}

const inParts = (share: number) => Math.round(share * PARTS);
