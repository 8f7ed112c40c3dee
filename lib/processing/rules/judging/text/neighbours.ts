import type { DocumentText, PageView, Piece } from "./document-text";

/** The pieces next to a piece on its page. */
export interface Neighbours {
  /** The pieces on the same visual line, nearest first; at most five. */
  rightOf(piece: Piece): Piece[];
  /** The nearest piece below in the same column; null if the column ends. */
  below(piece: Piece): Piece | null;
  /** The pieces on the lines below a piece in the same column, nearest first; at most `count`. */
  linesBelow(piece: Piece, count: number): Piece[];
}

const LINES_LOOKED_AT = 5;

/** Finds neighbours by geometry, or by lines and cells if the format has no geometry. */
export function createNeighbours(document: DocumentText): Neighbours {
  const pages = new Map(document.pages.map((page) => [page.number, page]));
  const below = (piece: Piece) => belowOf(pages.get(piece.page), piece);
  return {
    rightOf: (piece) => rightOf(pages.get(piece.page), piece),
    below,
    linesBelow(piece, count) {
      const found: Piece[] = [];
      for (let next = below(piece); next !== null && found.length < count; next = below(next)) {
        found.push(next);
      }
      return found;
    },
  };
}

function rightOf(page: PageView | undefined, piece: Piece): Piece[] {
  const { place } = piece;
  const line = page?.lines[piece.line] ?? [];
  if (place === null) return line.slice(piece.cell + 1, piece.cell + 6);
  const middle = (place.top + place.bottom) / 2;
  const height = place.bottom - place.top;
  const near = [-1, 0, 1].flatMap((offset) => page?.lines[piece.line + offset] ?? []);
  return near
    .filter((other) => {
      if (other === piece || other.place === null || other.place.left < place.right - 2)
        return false;
      const tolerance = Math.max(height, other.place.bottom - other.place.top) * 0.7;
      return Math.abs((other.place.top + other.place.bottom) / 2 - middle) < tolerance;
    })
    .sort((a, b) => (a.place?.left ?? 0) - (b.place?.left ?? 0))
    .slice(0, 5);
}

function belowOf(page: PageView | undefined, piece: Piece): Piece | null {
  const lines = page?.lines.slice(piece.line + 1, piece.line + 1 + LINES_LOOKED_AT) ?? [];
  if (piece.place === null) return cellBelow(page, lines, piece);
  const candidates = lines.flat().filter((other) => isBelow(piece, other));
  candidates.sort(
    (a, b) =>
      Math.round((a.place?.top ?? 0) - (b.place?.top ?? 0)) ||
      distance(piece, a) - distance(piece, b),
  );
  return candidates[0] ?? null;
}

/** Without geometry, returns the cell with the same index on the next line that is not empty. */
function cellBelow(
  page: PageView | undefined,
  lines: PageView["lines"],
  piece: Piece,
): Piece | null {
  const next = lines.find((line) => line.length > 0) ?? [];
  const own = page?.lines[piece.line] ?? [];
  if (own.length > 1 && next.length !== own.length) return null;
  return next[piece.cell] ?? null;
}

function isBelow({ place }: Piece, other: Piece): boolean {
  if (place === null || other.place === null) return false;
  const height = place.bottom - place.top;
  const gap = other.place.top - place.bottom;
  if (other.place.top < place.top + height * 0.5 || gap > height * 2.2) return false;
  const isOverlapping = other.place.left < place.right + 6 && other.place.right > place.left - 6;
  const reach = Math.max(40, place.right - place.left);
  return isOverlapping && Math.abs(other.place.left - place.left) < reach;
}

function distance({ place }: Piece, other: Piece): number {
  if (place === null || other.place === null) return 0;
  return Math.min(
    Math.abs(place.left - other.place.left),
    Math.abs(place.right - other.place.right),
  );
}
