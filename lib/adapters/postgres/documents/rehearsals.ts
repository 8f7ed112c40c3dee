import { NIL_UUID } from "../core/query";
import type { Rehearsal } from "../core/warm-connections";
import { STATEMENTS } from "./staged-document-statements";

const AT = new Date(0);
const nulls = (count: number) => Array.from({ length: count }, () => null);

/** The statements that create a document, report its upload and read it, with values that change nothing. */
export const DOCUMENT_REHEARSALS: readonly Rehearsal[] = [
  {
    ...STATEMENTS.createDocument,
    values: [null, "", "", 1, AT, AT, "", "created", false, null, null],
  },
  { ...STATEMENTS.findDocument, values: [NIL_UUID] },
  {
    ...STATEMENTS.compareAndSetStatus,
    values: [
      NIL_UUID,
      1,
      2,
      AT,
      "",
      "reported",
      false,
      ...nulls(11),
      "superseded",
      null,
      null,
      null,
      null,
    ],
  },
];
