import { EXAMPLE_ORIGIN, type Operation } from "../core/operation";
import { EXAMPLE_DOCUMENT } from "../documents/operations";
import { PATH_PARAMETERS } from "./parameters";

/** A program that sends a request, in the format of the OpenAPI extension `x-codeSamples`. */
export interface CodeSample {
  readonly lang: "Shell";
  /** The name of the operation, or of the example that is sent as the body. */
  readonly label: string;
  readonly source: string;
}

/** A longer body is printed with one property per line. */
const LINE_CHARACTERS_MAX = 70;

/**
 * Returns one curl command for each example of an operation. A shell can run it unchanged if variables are set for
 * `STAGEDOOR_API_KEY` and for the names in the path, such as `uuid`. A test verifies this.
 */
export function codeSamplesOf(operation: Operation): readonly CodeSample[] {
  const bodies = Object.entries(operation.body?.examples ?? { [operation.operationId]: undefined });
  return bodies.map(([label, body]) => ({
    lang: "Shell",
    label,
    source: linesOf(operation, label, body).join(" \\\n  "),
  }));
}

function linesOf(operation: Operation, label: string, body: unknown): readonly string[] {
  const { method, access, success } = operation;
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"${addressOf(operation, label)}"`,
    ...(access === "public" ? [] : ['-H "Authorization: Bearer $STAGEDOOR_API_KEY"']),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quote(body)}`]),
    ...(success.status === 307 ? [`-L -o ${EXAMPLE_DOCUMENT.name}`] : []),
  ];
}

function addressOf({ path, body, sampleQuery = {} }: Operation, label: string): string {
  const own = body?.samplePaths?.[label] ?? {};
  const place = path.replace(/\{(\w+)\}/g, (_braces, name: string) => own[name] ?? placeOf(name));
  const query = new URLSearchParams(sampleQuery).toString();
  return `${EXAMPLE_ORIGIN}${place}${query ? `?${query}` : ""}`;
}

/** Returns a variable for a value that another call returns, and the example for a value that the reader chooses. */
function placeOf(name: string): string {
  const { schema, example } = PATH_PARAMETERS[name] ?? {};
  return schema?.format === "uuid" ? `$${name}` : String(example);
}

function quote(body: unknown): string {
  const line = JSON.stringify(body);
  const text = line.length > LINE_CHARACTERS_MAX ? JSON.stringify(body, null, 2) : line;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
