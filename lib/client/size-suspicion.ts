import { CallFailure } from "./call-failure";

/**
 * A detector for a size limit that no response mentions, because a proxy closes the connection or hides its 413 from
 * browsers.
 */
export interface SizeSuspicion {
  noteArrived(bytes: number): void;
  /**
   * Returns whether the size is likely the reason why an upload never got a response: the file is at least 64 KiB, no
   * file as large has arrived, and the store responds to a small upload to the same address. That small upload has a
   * wrong signature, so that nothing is stored.
   */
  isLikely(
    uploadSignedUrl: string,
    bytes: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean>;
}

/**
 * An upload that never got a response, probably because of its size. Still transient, because a retry may succeed once
 * the limit is raised.
 */
export class SizeSuspected extends CallFailure {
  constructor(cause: unknown) {
    super(
      "The object store answers small uploads, but the connection was closed each time this file was sent. A proxy in front of it probably limits the size of uploads (nginx: client_max_body_size)",
      { cause, isTransient: true },
    );
    this.name = "SizeSuspected";
  }
}

const TIMEOUT_MS = 5_000;
/**
 * The smallest size to suspect. No proxy has a lower limit, and uploads below this size more often fail because of a lost
 * connection.
 */
const SUSPECTED_BYTES_MIN = 64 * 1024;
const SIGNATURE = "X-Amz-Signature";

/** Creates a detector for one store. The detector records the size of the largest upload that has arrived. */
export function createSizeSuspicion(fetch: typeof globalThis.fetch): SizeSuspicion {
  let largestBytes = 0;
  return {
    noteArrived: (bytes) => {
      largestBytes = Math.max(largestBytes, bytes);
    },
    isLikely: async (uploadSignedUrl, bytes, signal) => {
      if (bytes < SUSPECTED_BYTES_MIN) return false;
      const url = new URL(uploadSignedUrl);
      if (bytes <= largestBytes || !url.searchParams.has(SIGNATURE)) return false;
      url.searchParams.set(SIGNATURE, "0".repeat(64));
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const answer = await fetch(url, {
          method: "PUT",
          body: "",
          redirect: "manual",
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        await answer.body?.cancel();
        return true;
      } catch {
        signal?.throwIfAborted();
        return false;
      }
    },
  };
}
