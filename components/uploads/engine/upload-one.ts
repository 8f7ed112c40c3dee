import { CallFailure } from "@/lib/client/call-failure";
import { CockpitProblem } from "../../api/call-cockpit";
import { type DescribedFailure, describeFailure } from "./describe-failure";
import { assertReadable } from "./file-unreadable";
import { isNotAwaited, transferFile } from "./transfer-file";
import {
  createPatience,
  type Patiently,
  type UploadPhase,
  type UploadTask,
  type UploadTools,
  type UploadWatcher,
} from "./upload-tools";

/** How an upload ended. `isSettled`: its document is closed or there is none; else another attempt goes on with it. */
export type UploadEnd =
  | { readonly kind: "done" }
  | { readonly kind: "cancelled"; readonly isSettled: boolean }
  | {
      readonly kind: "failed";
      readonly failure: DescribedFailure;
      readonly isSettled: boolean;
    };

const MESSAGE_CHARACTERS_MAX = 1000;

/**
 * The three phases of one file: announces, sends, reports 2. What fails in the end is reported as 6 with its reason, what is
 * cancelled is cancelled at the server too, even when the announcement's answer comes after that. Never rejects.
 */
export async function uploadOne(
  tools: UploadTools,
  task: UploadTask,
  given: UploadWatcher,
): Promise<UploadEnd> {
  const { watcher, patiently } = followed(tools, task, given);
  let uuid = task.uuid;
  try {
    await assertReadable(task.file);
    task.signal.throwIfAborted();
    let url: string | null = null;
    if (uuid === null) {
      watcher.onPhase("announcing");
      // Not given the signal: whether a document came of it must be known to cancel it.
      const announced = await patiently(() =>
        tools.calls.announce(fileOf(task), task.idempotencyKey),
      );
      uuid = announced.document.uuid;
      url = announced.uploadSignedUrl;
      watcher.onAnnounced(uuid);
      task.signal.throwIfAborted();
    }
    await transferFile({ tools, task, uuid, url, patiently, watcher });
    task.signal.throwIfAborted();
    return { kind: "done" };
  } catch (error) {
    if (task.signal.aborted) return cancelDocument(tools, uuid);
    if (uuid === null) {
      const isSettled = !(error instanceof CallFailure && error.isTransient);
      return { kind: "failed", failure: describeFailure(error), isSettled };
    }
    watcher.onPhase("reporting");
    return reportFailure(tools, { uuid, error, patiently, signal: task.signal });
  }
}

/** Cancels a document with patience; null: there is none. Never rejects. */
export async function cancelDocument(
  tools: UploadTools,
  uuid: string | null,
): Promise<Extract<UploadEnd, { kind: "cancelled" }>> {
  if (uuid === null) return { kind: "cancelled", isSettled: true };
  const patiently = createPatience(tools, { onWait: () => undefined, onGo: () => undefined });
  try {
    await patiently(() => tools.calls.cancel(uuid));
    return { kind: "cancelled", isSettled: true };
  } catch (error) {
    // A refusal means that it is closed already, perhaps by the first of two attempts.
    const isSettled = error instanceof CockpitProblem && !error.isTransient;
    return { kind: "cancelled", isSettled };
  }
}

/** Tells the watcher of the waiting for a signed-in person, and of the phase that goes on afterwards. */
function followed(tools: UploadTools, { signal }: UploadTask, watcher: UploadWatcher) {
  let phase: UploadPhase = "announcing";
  const patiently = createPatience(tools, {
    signal,
    onWait: () => watcher.onPhase("paused-signed-out"),
    onGo: () => watcher.onPhase(phase),
  });
  const onPhase = (next: UploadPhase) => {
    phase = next;
    watcher.onPhase(next);
  };
  return { patiently, watcher: { ...watcher, onPhase } };
}

const fileOf = ({ assetIdentifier, name, folder, sizeBytes }: UploadTask) => ({
  assetIdentifier,
  name,
  folder,
  size: sizeBytes,
});

interface Failing {
  readonly uuid: string;
  readonly error: unknown;
  readonly patiently: Patiently;
  readonly signal: AbortSignal;
}

async function reportFailure(
  tools: UploadTools,
  { uuid, error, patiently, signal }: Failing,
): Promise<UploadEnd> {
  const failure = describeFailure(error);
  if (failure.code === "document-closed") return { kind: "failed", failure, isSettled: true };
  try {
    const { code, sentence } = failure;
    const message = Array.from(sentence).slice(0, MESSAGE_CHARACTERS_MAX).join("");
    await patiently(() => tools.calls.reportFailed(uuid, { code, message }));
    return { kind: "failed", failure, isSettled: true };
  } catch (reportError) {
    if (signal.aborted) return cancelDocument(tools, uuid);
    if (!isNotAwaited(reportError)) return { kind: "failed", failure, isSettled: false };
    return isUploaded(tools, uuid, patiently).then((isDone) =>
      isDone ? { kind: "done" } : { kind: "failed", failure, isSettled: true },
    );
  }
}

/** A failure is refused for what was uploaded after all: its report arrived, only the answer did not. */
async function isUploaded(
  { calls }: UploadTools,
  uuid: string,
  patiently: Patiently,
): Promise<boolean> {
  try {
    await patiently(() => calls.reportUploaded(uuid));
    return true;
  } catch {
    // Then it is closed, as far as anybody can say.
    return false;
  }
}
