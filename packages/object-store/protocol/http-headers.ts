import type { IncomingMessage } from "node:http";
import { S3Error } from "./s3-error";

/** Request headers with lower-case names and one value each. */
export type RequestHeaders = Readonly<Record<string, string>>;

/**
 * Returns Node's headers without arrays and without a prototype, so that a header named `constructor` is simply absent.
 * The values of an `x-amz-*` header that was sent several times are joined with commas and no spaces, as they are signed.
 */
export function readRequestHeaders({
  headers,
  headersDistinct,
}: Pick<IncomingMessage, "headers" | "headersDistinct">): RequestHeaders {
  const plain: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      plain[name] = Array.isArray(value) ? value.join(", ") : value;
    }
  }
  for (const [name, values] of Object.entries(headersDistinct)) {
    if (name.startsWith("x-amz-") && values) plain[name] = values.join(",");
  }
  return plain;
}

/**
 * Checks a value that will be stored or sent back as a response header. A line break in it would make Node throw on
 * every GET.
 * @throws S3Error InvalidArgument
 */
export function requirePrintableAscii(name: string, value: string): void {
  if (!/^[\x20-\x7e]*$/.test(value)) {
    throw new S3Error("InvalidArgument", `The value of ${name} is not printable ASCII.`);
  }
}

/**
 * Checks a name from the query, which can contain any text.
 * @throws S3Error InvalidArgument
 */
export function requireHeaderName(name: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new S3Error("InvalidArgument", "The name of a query parameter is not a header name.");
  }
}
