import type { FieldType } from "../judgement";
import type { DocumentText, Stretch } from "../text/document-text";
import { createNeighbours } from "../text/neighbours";
import { toPassages } from "../text/passages";
import type { FoundValue } from "../values/found-value";
import type { FieldSearch } from "./candidate";
import { decideDateOrder } from "./decide-date-order";
import { findValues } from "./find-values";

/** Prepares a document once for the search of all its fields. */
export function createSearch(document: DocumentText): FieldSearch {
  const pieces = document.pages.flatMap(({ lines }) => lines.flat());
  const dateOrder = decideDateOrder(pieces);
  const remembered = new Map<string, WeakMap<Stretch, FoundValue[]>>();
  const valuesIn = (type: FieldType, stretch: Stretch, acceptsBare: boolean) => {
    const key = `${type} ${acceptsBare}`;
    const known = remembered.get(key) ?? new WeakMap<Stretch, FoundValue[]>();
    remembered.set(key, known);
    const values = known.get(stretch) ?? findValues(type, stretch.text, { dateOrder, acceptsBare });
    known.set(stretch, values);
    return values;
  };
  return {
    document,
    pieces,
    passages: toPassages(document),
    neighbours: createNeighbours(document),
    dateOrder,
    valuesIn,
  };
}
