import { assertNotBusy } from "./call-api";
import { CallFailure, receive } from "./call-failure";

/** What is uploaded: a Blob or File, or anything that can give its bytes from the beginning, as often as it is asked. */
export interface UploadSource {
  readonly size: number;
  /** Sent as the content type; empty or absent: none is sent. */
  readonly type?: string;
  stream(): ReadableStream<Uint8Array>;
}

/** How far an upload is; after a failed attempt it begins again at 0. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** What goes with an upload. */
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
/** A store answers these where it means "again, please", not always with a 503. */
const TRANSIENT_CODES: readonly string[] = ["RequestTimeout", "InternalError", "SlowDown"];

/** WebDAV's "Insufficient Storage" (RFC 4918, 11.5), which the embedded store and others answer when their disk is full. */
const DISK_FULL = 507;

/** The object store did not take the bytes. */
export class UploadRefusal extends CallFailure {
  /** Whether it was the URL that was refused: it is expired, or never was valid. */
  readonly isUrlRefused: boolean;
  /** Whose limit the file exceeds; a store gives its reason in XML, a proxy in front of it does not. null: it is not the size. */
  readonly sizeLimitOf: "store" | "proxy" | null;

  /** Whether the store has no space left. Transient, because an operator may free some. */
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

/** The connection was refused or closed before an answer came. To a browser an answer without CORS headers is none either. */
export class UploadUnanswered extends CallFailure {
  constructor({ message, cause }: CallFailure) {
    super(message, { cause, isTransient: true });
    this.name = "UploadUnanswered";
  }
}

/** Nothing moved for too long: the connection is there, but nobody takes the bytes. */
class UploadStalled extends Error {}

const REFUSED_BY_PROXY =
  "The upload was refused as too large (413), probably by a proxy in front of the object store. Raise the limit of the proxy (nginx: client_max_body_size)";

const REFUSED_FOR_SPACE =
  "The disk of the object store is full (507). An operator must free space; then retry the upload";

function sentenceOf(status: number, code: string | null): string {
  if (status === DISK_FULL) return REFUSED_FOR_SPACE;
  if (limitExceeded(status, code) === "proxy") return REFUSED_BY_PROXY;
  return `${PLACE} refused the upload (${status}${code ? ` ${code}` : ""})`;
}

function limitExceeded(status: number, code: string | null): UploadRefusal["sizeLimitOf"] {
  if (code === "EntityTooLarge") return "store";
  return status === 413 && code === null ? "proxy" : null;
}

/**
 * PUTs the raw bytes once, in Node streamed by fetch, in browsers by XMLHttpRequest, for fetch cannot tell how far it is there.
 * Given up when nothing moves for 120 s; a service worker has neither way.
 * @throws UploadRefusal for an answer other than 200, UploadUnanswered when there is none, CallFailure when nothing moves or the
 *   file cannot be read
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
      const told = (sentBytes: number) => {
        moved();
        onProgress?.({ sentBytes, totalBytes: file.size });
      };
      told(0);
      return put(file, told, untilStalled);
    }),
  ).catch((error: unknown) => {
    throw isUnanswered(error) ? new UploadUnanswered(error) : error;
  });
  if (answer.status === 200) return;
  assertNotBusy(PLACE, answer);
  throw refusal(answer);
}

/** Excludes failures caused by the file, a stall or an abort. */
const isUnanswered = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && error.isTransient && !(error.cause instanceof UploadStalled);

/**
 * Runs a transfer that is aborted when `moved` is not called for 120 s, and when it has its answer: a refusal comes while bytes
 * are still being sent, and nobody reads those.
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
    // What is sent after the end must not start the clock again.
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
    return { status: response.status, retryAfter, text: await response.text() };
  };

/** The bytes as they are taken. What breaks while reading is the file's failure, which no repetition cures. */
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
      // A signal notifies its listeners only once; a request that begins later would run to its end.
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

/** Asked for by its name, browsers complain of a header that a store on another origin does not show. */
const readRetryAfter = (headers: string) => /^retry-after: *(.+?)\s*$/im.exec(headers)?.[1] ?? null;

/** S3 says why in an element of its XML. */
function refusal({ status, text }: PutAnswer): UploadRefusal {
  return new UploadRefusal(status, /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? null);
}
