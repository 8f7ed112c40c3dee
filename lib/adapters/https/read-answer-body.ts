import type { Readable } from "node:stream";
import { ANSWER_BODY_BYTES_MAX } from "@/lib/notifications/ports/webhook-transport";
import { describeError } from "./classify-failure";

/** The part of a body that is kept. */
export interface AnswerBody {
  readonly body: Buffer;
  readonly isBodyTruncated: boolean;
  readonly bodyError: string | null;
}

/** Reads at most 16 KiB and asks for no more. Never rejects: a body that breaks off is as long as it came. */
export async function readAnswerBody(stream: Readable): Promise<AnswerBody> {
  // Ending it early is an error to the stream itself, which nobody needs to hear.
  stream.on("error", () => undefined);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const done = (bodyError: string | null): AnswerBody => ({
    body: Buffer.concat(chunks).subarray(0, ANSWER_BODY_BYTES_MAX),
    isBodyTruncated: bytes > ANSWER_BODY_BYTES_MAX,
    bodyError,
  });
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > ANSWER_BODY_BYTES_MAX) break;
    }
    return done(null);
  } catch (error) {
    return done(describeError(error));
  }
}
