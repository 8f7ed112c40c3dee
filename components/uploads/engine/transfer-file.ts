import { UploadRefusal } from "@/lib/client/put-file";
import { CockpitProblem, type CockpitProblemCode } from "../../api/call-cockpit";
import { assertReadable } from "./file-unreadable";
import type { Patiently, UploadTask, UploadTools, UploadWatcher } from "./upload-tools";

/** Nobody waits for an upload of this document any more: it has its file already, or is closed. */
const NOT_AWAITED: readonly CockpitProblemCode[] = ["upload-not-awaited", "invalid-transition"];
/** The store does not have what was sent, although it said so. */
const TO_SEND_AGAIN: readonly CockpitProblemCode[] = ["file-not-uploaded", "file-changed"];

/** Whether it says that no upload of the document is awaited. */
export const isNotAwaited = (error: unknown) =>
  error instanceof CockpitProblem && NOT_AWAITED.includes(error.code);

const isToSendAgain = (error: unknown) =>
  error instanceof CockpitProblem && TO_SEND_AGAIN.includes(error.code);

const isUrlRefused = (error: unknown) => error instanceof UploadRefusal && error.isUrlRefused;

/** An announced document with its file; without a URL a fresh one is asked for. */
export interface Transfer {
  readonly tools: UploadTools;
  readonly task: UploadTask;
  readonly uuid: string;
  readonly url: string | null;
  readonly patiently: Patiently;
  readonly watcher: UploadWatcher;
}

/**
 * Sends the bytes and reports them. A URL that is refused is renewed, and so is each that an attempt failed with; bytes that did
 * not arrive are sent a second time. A document that has its file already is only reported.
 */
export async function transferFile({ url: firstUrl, ...transfer }: Transfer): Promise<void> {
  const { tools, uuid, task, patiently, watcher } = transfer;
  const report = () => {
    watcher.onPhase("reporting");
    return patiently(() => tools.calls.reportUploaded(uuid, task), task.signal);
  };
  await sendBytes(transfer, firstUrl);
  try {
    await report();
  } catch (error) {
    if (!isToSendAgain(error)) throw error;
    await sendBytes(transfer, null);
    await report();
  }
}

async function sendBytes(
  { tools, task, uuid, patiently, watcher }: Omit<Transfer, "url">,
  firstUrl: string | null,
): Promise<void> {
  const { signal, file, sizeBytes } = task;
  const freshUrl = async () =>
    (await tools.calls.renew(uuid, sizeBytes, { signal })).uploadSignedUrl;
  const put = async (url: string | null) => {
    // The server gives no URL when it is too late, and says why when it is asked for one.
    if (url === null) return;
    watcher.onPhase("uploading");
    await tools.putFile(url, file, {
      signal,
      onProgress: ({ sentBytes }) => watcher.onProgress(sentBytes),
    });
  };
  let url = firstUrl;
  const attempt = async () => {
    const current = url ?? (await freshUrl());
    // Whatever happens to this one, the next attempt takes a fresh one.
    url = null;
    try {
      await put(current);
    } catch (error) {
      signal.throwIfAborted();
      await assertReadable(file);
      if (!isUrlRefused(error)) throw error;
      await put(await freshUrl());
    }
  };
  watcher.onPhase("uploading");
  try {
    await patiently(attempt, signal);
  } catch (error) {
    // The report, which comes next, says whether it has its file or is closed.
    if (!isNotAwaited(error)) throw error;
  }
}
