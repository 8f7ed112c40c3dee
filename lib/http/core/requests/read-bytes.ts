import type { Timers } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiRequest } from "./api-request";

/** The limits of a body, and the advice given if it is larger. */
export interface BodyLimit {
  readonly bytesMax: number;
  readonly secondsMax: number;
  readonly remedy: string;
}

/** The limits of every body that is not a file. */
const TEXT_LIMIT: BodyLimit = {
  bytesMax: 64 * 1024,
  secondsMax: 10,
  remedy: "Upload files to uploadSignedUrl, not here.",
};

/**
 * Receives a whole body, by default of at most 64 KiB within 10 s.
 * @throws DomainError `body-too-large`, `body-too-slow`; `malformed-json` if the body is truncated
 */
export async function readBytes(
  request: ApiRequest,
  timers: Timers,
  limit = TEXT_LIMIT,
): Promise<Buffer> {
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > limit.bytesMax) throw bodyTooLarge(limit);
  let cancel = () => {};
  const tooSlow = new Promise<never>((_resolve, reject) => {
    cancel = timers.after(limit.secondsMax * 1000, () => reject(bodyTooSlow(limit)));
  });
  try {
    return await Promise.race([collect(request, limit), tooSlow]);
  } finally {
    cancel();
  }
}

async function collect(request: ApiRequest, limit: BodyLimit): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of piecesOf(request)) {
    byteCount += chunk.byteLength;
    if (byteCount > limit.bytesMax) throw bodyTooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** If the sender disconnects before the end of the body, that is the sender's error and not ours. */
async function* piecesOf(request: ApiRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch (cause) {
    throw new DomainError("malformed-json", "The body ended early. Send it again.", { cause });
  }
}

const bodyTooLarge = ({ bytesMax, remedy }: BodyLimit) =>
  new DomainError("body-too-large", `The body is larger than ${bytesMax} bytes. ${remedy}`);

const bodyTooSlow = ({ secondsMax }: BodyLimit) =>
  new DomainError(
    "body-too-slow",
    `The body did not arrive completely within ${secondsMax} s. Nothing was changed. Send the whole request again.`,
  );
