import type { Timers } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiRequest } from "./api-request";
import { readBytes } from "./read-bytes";

/** The file that an endpoint accepts. */
export interface FileBody {
  /** The media type without parameters, such as `text/csv`. */
  readonly type: string;
  readonly bytesMax: number;
}

const FILE_SECONDS_MAX = 60;

/**
 * Reads a whole file that was sent as the body, within 60 s.
 * @throws DomainError `unsupported-media-type`, `body-too-large`, `body-too-slow`; `validation-failed` if the file is
 * truncated
 */
export async function readFileBody(
  request: ApiRequest,
  timers: Timers,
  { type, bytesMax }: FileBody,
): Promise<Buffer> {
  const contentType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (contentType !== type || encoding !== "identity") {
    const detail = `Send the file as \`Content-Type: ${type}\` and without compression.`;
    throw new DomainError("unsupported-media-type", detail);
  }
  const remedy = "Split the file, and send the parts one after the other.";
  try {
    return await readBytes(request, timers, { bytesMax, secondsMax: FILE_SECONDS_MAX, remedy });
  } catch (cause) {
    if (!(cause instanceof DomainError) || cause.code !== "malformed-json") throw cause;
    throw new DomainError("validation-failed", "The file arrived incomplete. Send it again.", {
      cause,
    });
  }
}
