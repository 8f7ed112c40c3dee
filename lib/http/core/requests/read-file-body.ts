import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiRequest } from "./api-request";
import { readBytes } from "./read-json-body";

/** The file that an endpoint accepts. */
export interface FileBody {
  /** The media type without parameters, such as `text/csv`. */
  readonly type: string;
  readonly bytesMax: number;
}

/**
 * Reads a whole file that was sent as the body.
 * @throws DomainError `unsupported-media-type`, `body-too-large`; `validation-failed` if the file is truncated
 */
export async function readFileBody(
  request: ApiRequest,
  { type, bytesMax }: FileBody,
): Promise<Buffer> {
  const given = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (given !== type || encoding !== "identity") {
    const detail = `Send the file as \`Content-Type: ${type}\` and without compression.`;
    throw new DomainError("unsupported-media-type", detail);
  }
  const remedy = "Split the file, and send the parts one after the other.";
  try {
    return await readBytes(request, { bytesMax, remedy });
  } catch (cause) {
    if (!(cause instanceof DomainError) || cause.code !== "malformed-json") throw cause;
    throw new DomainError("validation-failed", "The file arrived incomplete. Send it again.", {
      cause,
    });
  }
}
