import type { FieldType } from "../judgement";
import type { DocumentText, Piece, Stretch } from "../text/document-text";
import type { Neighbours } from "../text/neighbours";
import type { Passage } from "../text/passages";
import type { DateOrder } from "../values/find-dates";
import type { FoundValue } from "../values/found-value";

/** A possible value of a field, with the reason for it. */
export interface Candidate {
  readonly found: FoundValue;
  /** The stretch that contains the value. */
  readonly stretch: Stretch;
  readonly strength: number;
  readonly label: string | null;
  readonly method: string;
}

/** The data shared by the searches for all fields of one document. */
export interface FieldSearch {
  readonly document: DocumentText;
  readonly pieces: readonly Piece[];
  readonly passages: readonly Passage[];
  /** The passages that are continuous text. */
  readonly paragraphs: readonly Passage[];
  readonly neighbours: Neighbours;
  /** Whether a piece is only a label. */
  readonly isLabel: (piece: Piece) => boolean;
  readonly dateOrder: DateOrder;
  /** Results are cached per piece, because several labels may lead to the same piece. */
  readonly valuesIn: (type: FieldType, stretch: Stretch, acceptsBare: boolean) => FoundValue[];
}
