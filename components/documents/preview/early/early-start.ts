/** What the page's own script started before any other script came. */
export interface EarlyStart {
  /** The URL of the file that it is about. */
  readonly file: string;
  readonly thread: Worker;
  /** The first bytes; null: they could not be read, and the preview asks again. */
  readonly head: Promise<Uint8Array<ArrayBuffer> | null>;
  /** Whether the thread ended while nobody listened. */
  isBroken: boolean;
}

/** What it starts with. */
export interface EarlyFiles {
  readonly parser: string;
  readonly file: string;
  /** As a header names it. */
  readonly range: string;
}

/** Where the script leaves it for `takeEarlyStart`. */
type EarlyGlobal = typeof globalThis & { stagedoorEarlyStart?: EarlyStart | undefined };

/**
 * Starts the thread and the first request for the file. Its text is sent in the page as a script: it must use nothing
 * outside itself.
 */
export function startEarly({ parser, file, range }: EarlyFiles): void {
  const thread = new Worker(parser, { type: "module" });
  const request: RequestInit = { headers: { range }, credentials: "omit", redirect: "error" };
  const head = fetch(file, {
    ...request,
    ...{ referrerPolicy: "no-referrer", signal: AbortSignal.timeout(60_000) },
  }).then(
    (answer) =>
      answer.status === 206 ? answer.arrayBuffer().then((bytes) => new Uint8Array(bytes)) : null,
    () => null,
  );
  const start: EarlyStart = { file, thread, head: head.catch(() => null), isBroken: false };
  thread.addEventListener("error", () => {
    start.isBroken = true;
  });
  (globalThis as EarlyGlobal).stagedoorEarlyStart = start;
}

/** What the page's script started for the file at this URL, once; null: nothing, or its thread has ended. */
export function takeEarlyStart(
  file: string | undefined,
): Pick<EarlyStart, "thread" | "head"> | null {
  const place: EarlyGlobal = globalThis;
  const start = place.stagedoorEarlyStart;
  place.stagedoorEarlyStart = undefined;
  if (!start) return null;
  if (!start.isBroken && start.file === file) return start;
  start.thread.terminate();
  return null;
}
