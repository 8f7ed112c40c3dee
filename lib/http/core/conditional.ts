import { createHash } from "node:crypto";
import type { ApiAnswer, Endpoint, RequestPorts } from "./endpoint";

/**
 * Adds a strong ETag computed from the body to a successful response, and returns 304 without the body if the client
 * already has it (RFC 9110, 13.1.2). This saves the transfer, but not the database read.
 */
export function conditional<Ports extends RequestPorts, Params>(
  endpoint: Endpoint<Ports, Params>,
): Endpoint<Ports, Params> {
  return async (context, incoming, params) => {
    const answer = await endpoint(context, incoming, params);
    const headers = { ...answer.headers, etag: etagOf(answer), "cache-control": REVALIDATED };
    if (!isKnown(incoming.request.headers.get("if-none-match"), headers.etag))
      return { ...answer, headers };
    return { status: 304, headers };
  };
}

/** Only the client may cache the response, and it must revalidate the response each time. */
const REVALIDATED = "private, no-cache";

function etagOf({ body }: ApiAnswer): string {
  return `"${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 27)}"`;
}

/** `If-None-Match` uses weak comparison, because a proxy that compresses a response adds W/ to its ETag. */
function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
