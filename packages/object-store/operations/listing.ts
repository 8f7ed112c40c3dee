import { encodeRfc3986 } from "../protocol/encode-rfc3986";
import { S3Error } from "../protocol/s3-error";
import { element, textElement } from "../protocol/xml";
import { queryParameter, type VerifiedRequest } from "./operation";

const ENTRIES_MAX = 1000;

/** The parameters that all listings have in common. */
export interface Grouping {
  readonly prefix: string;
  readonly delimiter: string;
  readonly entriesMax: number;
  readonly encodingType: string;
}

/** Throws InvalidArgument. */
export function readGrouping(request: VerifiedRequest): Grouping {
  const encodingType = queryParameter(request, "encoding-type") ?? "";
  if (encodingType !== "" && encodingType !== "url") {
    throw new S3Error("InvalidArgument", "encoding-type can only be url.");
  }
  return {
    prefix: queryParameter(request, "prefix") ?? "",
    delimiter: queryParameter(request, "delimiter") ?? "",
    entriesMax: parseEntriesMax(queryParameter(request, "max-keys")),
    encodingType,
  };
}

function parseEntriesMax(text: string | undefined): number {
  if (text === undefined) {
    return ENTRIES_MAX;
  }
  if (!/^\d{1,9}$/.test(text)) {
    throw new S3Error("InvalidArgument", "max-keys is not a whole number.");
  }
  return Math.min(Number(text), ENTRIES_MAX);
}

/** Returns the function that encodes keys for the response. */
export function keyEncoder({ encodingType }: Grouping): (text: string) => string {
  return (text) => (encodingType === "url" ? text.split("/").map(encodeRfc3986).join("/") : text);
}

/** Returns an element, or "" if the element would be empty. */
export function textElementIfAny(name: string, text: string): string {
  return text === "" ? "" : textElement(name, text);
}

/** Renders common prefixes, each of which represents all keys that begin with it. */
export function renderCommonPrefixes(
  prefixes: readonly string[],
  encode: (text: string) => string,
): string {
  return prefixes
    .map((prefix) => element("CommonPrefixes", textElement("Prefix", encode(prefix))))
    .join("");
}
