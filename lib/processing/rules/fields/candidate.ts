import type { FieldType } from "../judgement";
import type { DocumentText, Piece, Stretch } from "../text/document-text";
import type { Neighbours } from "../text/neighbours";
import type { Passage } from "../text/passages";
import type { DateOrder } from "../values/find-dates";
import type { FoundValue } from "../values/found-value";

/** A value that may be the field's, and why. */
export interface Candidate {
  readonly found: FoundValue;
  /** In which it stands. */
  readonly stretch: Stretch;
  readonly strength: number;
  readonly label: string | null;
  readonly method: string;
}

/** What every search for fields of one document shares. */
export interface FieldSearch {
  readonly document: DocumentText;
  readonly pieces: readonly Piece[];
  readonly passages: readonly Passage[];
  /** The passages that are sentences: their lines run on. */
  readonly paragraphs: readonly Passage[];
  readonly neighbours: Neighbours;
  /** Whether a piece is nothing but the label of something. */
  readonly isLabel: (piece: Piece) => boolean;
  readonly dateOrder: DateOrder;
  /** Remembered for each piece, because several labels may lead there. */
  readonly valuesIn: (type: FieldType, stretch: Stretch, acceptsBare: boolean) => FoundValue[];
}
