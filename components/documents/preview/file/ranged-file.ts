import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import type { CallCockpit } from "../../../api/call-cockpit";
import { PreviewRefusal } from "./preview-refusal";

/** The bytes of a document, read in parts from the object store. */
export interface RangedFile {
  /** The size in bytes of the verified file. */
  readonly size: number;
  /**
   * Returns the bytes from `begin` up to but not including `end`. Renews an expired URL and retries if the network fails.
   * @throws PreviewRefusal `unreachable`, or the cockpit's error if the content no longer exists
   */
  read(begin: number, end: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** What reading a file needs from outside. */
export interface Outside {
  readonly call: CallCockpit;
  readonly fetch: typeof globalThis.fetch;
  /** Returns milliseconds from a monotonic clock. */
  readonly nowMs: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Aborts every request for the file. */
  readonly signal: AbortSignal;
}

interface SignedUrl extends FileUrl {
  readonly renewAtMs: number;
}

/** Renews early, because a request takes time and clocks differ. */
const RENEW_BEFORE_MS = 30_000;
const READ_TIMEOUT_MS = 60_000;
const WAITS_MS = [500, 2_000];
/**
 * How object stores respond to an expired URL or to one whose bytes have been erased. The cockpit's response shows which
 * of the two is the case.
 */
const OUTDATED = [400, 401, 403, 404];

/**
 * Opens a document's bytes at the given URL, or requests a URL if the page came without one. A page that was kept for a
 * while may give a URL that no longer works, which costs one more request.
 * @throws CockpitProblem, such as `content-gone`, or the signal's reason
 */
export async function openRangedFile(
  uuid: string,
  outside: Outside,
  first: FileUrl | null = null,
): Promise<RangedFile> {
  const from = (answer: FileUrl, atMs: number): SignedUrl => ({
    ...answer,
    renewAtMs: atMs + answer.expiresInSeconds * 1_000 - RENEW_BEFORE_MS,
  });
  const ask = async (): Promise<SignedUrl> => {
    const askedAtMs = outside.nowMs();
    const path = `/api/cockpit/documents/${uuid}/file-url`;
    const answer = await outside.call<FileUrl>("GET", path, { signal: outside.signal });
    return from(answer, askedAtMs);
  };
  let current = Promise.resolve(first ? from(first, outside.nowMs()) : await ask());
  const { size } = await current;
  /** Concurrent reads share one renewal. */
  const renew = (old: SignedUrl) => {
    const renewed = current.then((now) => (now === old ? ask() : now));
    current = renewed.catch(() => old);
    return renewed;
  };
  const validUrl = async () => {
    const now = await current;
    return outside.nowMs() < now.renewAtMs ? now : renew(now);
  };
  const attempt = async (range: string, signal: AbortSignal) => {
    const url = await validUrl();
    const answer = await fetchRange(outside.fetch, url.url, { range, signal });
    if (!OUTDATED.includes(answer.status)) return answer;
    return fetchRange(outside.fetch, (await renew(url)).url, { range, signal });
  };
  const once = async (begin: number, end: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    try {
      const answer = await attempt(`bytes=${begin}-${end - 1}`, signal);
      const isPart = answer.status === 206 || (answer.status === 200 && end - begin === size);
      if (isPart) return await wholePart(answer, end - begin);
      return answer.status < 500 ? "refused" : "failed";
    } catch (error) {
      if (signal.aborted || !isNetworkError(error)) throw error;
      return "failed";
    }
  };
  return {
    size,
    async read(begin, end, only) {
      const signal = only ? AbortSignal.any([only, outside.signal]) : outside.signal;
      for (const waitMs of [...WAITS_MS, null]) {
        const read = await once(begin, end, signal);
        if (read === "refused") break;
        if (read !== "failed") return read;
        if (waitMs !== null) await outside.wait(waitMs);
      }
      throw new PreviewRefusal("unreachable");
    },
  };
}

/** Whether there was no response, or none arrived in time. */
const isNetworkError = (error: unknown) =>
  error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");

const fetchRange = (
  fetch: typeof globalThis.fetch,
  url: string,
  { range, signal }: { range: string; signal: AbortSignal },
) =>
  fetch(url, {
    headers: { range },
    credentials: "omit",
    redirect: "error",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.any([AbortSignal.timeout(READ_TIMEOUT_MS), signal]),
  });

/** A response that ends early is retried like one that never arrived. */
async function wholePart(answer: Response, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length === length) return bytes;
  throw new TypeError(`the object store returned ${bytes.length} bytes instead of ${length}`);
}
