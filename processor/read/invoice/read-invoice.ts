import { sniff } from "@/lib/processing/rules/formats/sniff";
import type { StatedFacts } from "@/lib/processing/rules/reading/file-facts";
import { ReadError } from "../read-error";
import { decodeText } from "../text/decode-text";
import { isoDate } from "./normalise";
import { statedFields } from "./stated-fields";
import { type XmlLeaf, xmlLeaves } from "./xml-leaves";

/** An e-invoice, as data and as rows for people. */
export interface Invoice {
  readonly stated: StatedFacts;
  /** One row per value, which consists of a label and the value. */
  readonly rows: readonly (readonly string[])[];
}

/**
 * Reads an e-invoice: a Cross Industry Invoice or a UBL invoice or credit note.
 * @throws ReadError `corrupt`, `limit-exceeded`, or `format-not-read` if it is another kind of XML
 */
export function readInvoice(bytes: Uint8Array): Invoice {
  const leaves = xmlLeaves(decodeText(bytes, sniff(bytes).encoding ?? "utf-8"));
  const stated = statedFields(leaves);
  if (stated === null) throw new ReadError("format-not-read", { format: "application/xml" });
  return { stated, rows: leaves.map(rowOf) };
}

/**
 * Returns a label and a value, such as `Seller Trade Party Name` and `Nord GmbH`. The label consists of the words in the
 * names of the last two elements.
 */
function rowOf({ path, text, attributes }: XmlLeaf): string[] {
  const names = path.split("/").slice(1).slice(-2);
  const label = names.map((name) => name.replace(/([a-z])([A-Z])/g, "$1 $2")).join(" ");
  const value = isoDate(text, attributes.format) ?? text;
  return [label, attributes.currencyID ? `${value} ${attributes.currencyID}` : value];
}
