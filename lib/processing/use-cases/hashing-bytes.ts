import { createHash } from "node:crypto";
import type { FileBytes } from "../ports/processor";

/** Wraps the streams of a file so that the SHA-256 of its bytes is computed while they are read. */
export function hashingBytes(bytes: FileBytes): {
  readonly bytes: FileBytes;
  /** In lower-case hex; null until one stream has been read to the end. */
  readonly sha256: () => string | null;
} {
  let sha256: string | null = null;
  return {
    bytes: async () => hashed(await bytes(), (digest) => (sha256 = digest)),
    sha256: () => sha256,
  };
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  onEnd: (digest: string) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  onEnd(hash.digest("hex"));
}
