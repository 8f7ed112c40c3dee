import { readStart } from "../kernel/rules/read-start";
import { assertNotBusy } from "./call-api";
import { CallFailure, receive } from "./call-failure";

/** The file to upload: a Blob, a File, or any object that can return its bytes from the beginning any number of times. */
export interface UploadSource {
  readonly size: number;
  /** The content type to send; not sent if empty or absent. */
  readonly type?: string;
  stream(): ReadableStream<Uint8Array>;
}

/** The progress of an upload. A retry starts again at 0. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** The options of an upload. */
export interface PutOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

interface PutAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

type Put = (
  body: UploadSource,
  moved: (bytes: number) => void,
  signal: AbortSignal,
) => Promise<PutAnswer>;

const PLACE = "The object store";
const STALLED_AFTER_MS = 120_000;
/** Stores give their reason in a few hundred bytes; the rest of a response is not received. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** Stores return these codes, not always with a 503, to ask for a retry. */
const TRANSIENT_CODES: readonly string[] = ["RequestTimeout", "InternalError", "SlowDown"];

/** WebDAV's "Insufficient Storage" (RFC 4918, 11.5), which the embedded and other stores return if their disk is full. */
const DISK_FULL = 507;

/** The failure of an upload that the object store rejected. */
export class UploadRefusal extends CallFailure {
  /** Whether the URL was rejected because it has expired or was never valid. */
  readonly isUrlRefused: boolean;
  /**
   * The party whose limit the file exceeds, or null if the size is not the reason. Stores give their reason in XML, but
   * proxies do not.
   */
  readonly sizeLimitOf: "store" | "proxy" | null;

  /** Whether the store has no space left. This is transient, because an operator may free some space. */
  readonly isDiskFull: boolean;

  constructor(status: number, code: string | null) {
    const sizeLimitOf = limitExceeded(status, code);
    const isDiskFull = status === DISK_FULL;
    super(sentenceOf(status, code), {
      status,
      isTransient: isDiskFull || (code !== null && TRANSIENT_CODES.includes(code)),
    });
    this.isDiskFull = isDiskFull;
    this.name = "UploadRefusal";
    this.isUrlRefused = status === 403 || code === "ExpiredToken";
    this.sizeLimitOf = sizeLimitOf;
  }
}

/**
 * The failure of an upload whose connection was refused or closed before a response arrived. In a browser, this includes
 * responses without CORS headers.
 */
export class UploadUnanswered extends CallFailure {
  constructor({ message, cause }: CallFailure) {
    super(message, { cause, isTransient: true });
    this.name = "UploadUnanswered";
  }
}

/** The failure of an upload without progress for too long: the connection is open, but the other side is not reading. */
class UploadStalled extends Error {}

const REFUSED_BY_PROXY =
  "The upload was rejected as too large (413), probably by a proxy in front of the object store. Raise the limit of the proxy (nginx: client_max_body_size)";

const REFUSED_FOR_SPACE =
  "The disk of the object store is full (507). An operator must free space; then retry the upload";

function sentenceOf(status: number, code: string | null): string {
  if (status === DISK_FULL) return REFUSED_FOR_SPACE;
  if (limitExceeded(status, code) === "proxy") return REFUSED_BY_PROXY;
  return `${PLACE} rejected the upload (${status}${code ? ` ${code}` : ""})`;
}

function limitExceeded(status: number, code: string | null): UploadRefusal["sizeLimitOf"] {
  if (code === "EntityTooLarge") return "store";
  return status === 413 && code === null ? "proxy" : null;
}

/**
 * PUTs the raw bytes once. Uses fetch with a stream in Node, and XMLHttpRequest in browsers, where fetch reports no
 * progress. Aborts if there is no progress for 120 s. Does not work in a service worker, which supports neither.
 * @throws UploadRefusal for a response other than 200, UploadUnanswered if there is no response, CallFailure if there is
 * no progress or the file cannot be read
 */
export async function putFile(
  fetchFile: typeof fetch,
  uploadSignedUrl: string,
  file: UploadSource,
  { signal, onProgress }: PutOptions,
): Promise<void> {
  const put: Put =
    typeof XMLHttpRequest === "function" && file instanceof Blob
      ? putByXhr(uploadSignedUrl, file)
      : putByFetch(fetchFile, uploadSignedUrl);
  const answer = await receive(PLACE, signal, () =>
    whileMoving(signal, (moved, untilStalled) => {
      const report = (sentBytes: number) => {
        moved();
        onProgress?.({ sentBytes, totalBytes: file.size });
      };
      report(0);
      return put(file, report, untilStalled);
    }),
  ).catch((error: unknown) => {
    throw isUnanswered(error) ? new UploadUnanswered(error) : error;
  });
  if (answer.status === 200) return;
  assertNotBusy(PLACE, answer);
  throw refusal(answer);
}

/** Returns whether the upload got no response, for reasons other than the file, a stall or an abort. */
const isUnanswered = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && error.isTransient && !(error.cause instanceof UploadStalled);

/**
 * Runs a transfer. Aborts it if `moved` is not called for 120 s, and as soon as there is a response, because a rejection
 * may arrive while bytes that nobody will read are still being sent.
 */
async function whileMoving<T>(
  signal: AbortSignal | undefined,
  transfer: (moved: () => void, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const stop = () =>
    ended.abort(new UploadStalled(`no data was sent for ${STALLED_AFTER_MS / 1000} s`));
  let timer = setTimeout(stop, STALLED_AFTER_MS);
  const moved = () => {
    clearTimeout(timer);
    // Bytes sent after the transfer has ended must not restart the timer.
    if (!ended.signal.aborted) timer = setTimeout(stop, STALLED_AFTER_MS);
  };
  try {
    return await transfer(moved, signal ? AbortSignal.any([signal, ended.signal]) : ended.signal);
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

const putByFetch =
  (fetchFile: typeof fetch, url: string): Put =>
  async (file, moved, signal) => {
    const source = countedStream(file, moved);
    const init: RequestInit & { duplex: "half" } = {
      method: "PUT",
      headers: {
        "content-length": String(file.size),
        ...(file.type ? { "content-type": file.type } : {}),
      },
      body: source.stream,
      duplex: "half",
      redirect: "manual",
      signal,
    };
    const response = await fetchFile(url, init).catch((error: unknown) => {
      throw source.failure() ?? error;
    });
    const retryAfter = response.headers.get("retry-after");
    const text = await readStart(response.body, ANSWER_BYTES_MAX);
    return { status: response.status, retryAfter, text };
  };

/**
 * Returns a stream that counts the bytes it delivers. A read error is a permanent failure, because a retry cannot fix it.
 */
function countedStream(file: UploadSource, moved: (bytes: number) => void) {
  let failure: CallFailure | null = null;
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  let bytes = 0;
  const fail = (sentence: string, cause?: unknown) => {
    failure = new CallFailure(sentence, { cause });
    throw failure;
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        reader ??= file.stream().getReader();
        const { done, value } = await reader
          .read()
          .catch((cause: unknown) => fail("The file cannot be read", cause));
        if (!done) bytes += value.length;
        if (bytes > file.size || (done && bytes < file.size)) {
          fail("The file changed while it was being read");
        }
        if (done) return controller.close();
        controller.enqueue(value);
        moved(bytes);
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, failure: () => failure };
}

const putByXhr =
  (url: string, blob: Blob): Put =>
  (_, moved, signal) =>
    new Promise((resolve, reject) => {
      // A signal notifies its listeners only once, so a request that starts after the abort would never be aborted.
      signal.throwIfAborted();
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open("PUT", url);
      request.upload.onprogress = ({ loaded }) => moved(loaded);
      request.onload = () =>
        resolve({
          status: request.status,
          retryAfter: readRetryAfter(request.getAllResponseHeaders()),
          text: request.responseText,
        });
      request.onerror = () => reject(new Error("the connection was lost"));
      request.onabort = () => reject(signal.reason);
      request.onloadend = () => signal.removeEventListener("abort", abort);
      signal.addEventListener("abort", abort, { once: true });
      request.send(blob);
    });

/** Browsers log an error if a script requests the header by name and a store on another origin does not expose it. */
const readRetryAfter = (headers: string) => /^retry-after: *(.+?)\s*$/im.exec(headers)?.[1] ?? null;

/** Creates the error for a rejected upload. S3 returns the reason in an XML element. */
function refusal({ status, text }: PutAnswer): UploadRefusal {
  return new UploadRefusal(status, /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? null);
}
