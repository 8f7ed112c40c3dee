import type { PutOptions } from "@/lib/client/put-file";
import { type RetryClock, retrying } from "@/lib/client/retrying";
import type { CockpitDocumentCalls } from "./cockpit-calls";
import type { GateVisitor, SignInGate } from "./sign-in-gate";
import type { UploadTarget } from "./upload-entry";

/** What an upload works with. */
export interface UploadTools {
  readonly calls: CockpitDocumentCalls;
  /** As `putFile` of lib/client: rejects with UploadRefusal, CallFailure or the signal's reason. */
  readonly putFile: (url: string, file: File, options: PutOptions) => Promise<void>;
  readonly gate: SignInGate;
  readonly clock: RetryClock;
}

/** One file on its way. */
export interface UploadTask extends UploadTarget {
  readonly file: File;
  readonly name: string;
  readonly folder: string | null;
  readonly sizeBytes: number;
  /** Of a document that an earlier attempt announced: it is finished, none is announced. */
  readonly uuid: string | null;
  /** The same key never makes a second document. */
  readonly idempotencyKey: string;
  /** Cancels it. */
  readonly signal: AbortSignal;
}

/** The part of its way that an upload is at. */
export type UploadPhase = "announcing" | "uploading" | "reporting" | "paused-signed-out";

/** Hears how an upload goes. */
export interface UploadWatcher {
  readonly onPhase: (phase: UploadPhase) => void;
  readonly onAnnounced: (uuid: string) => void;
  readonly onProgress: (sentBytes: number) => void;
}

/** Makes one thing with patience: a transient failure is repeated for a minute, a session that has ended is waited for. */
export type Patiently = <T>(attempt: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Patience whose waiting for a signed-in person is heard by `visitor`, and ends with its signal. */
export function createPatience({ gate, clock }: UploadTools, visitor: GateVisitor): Patiently {
  // Waiting for a person is outside of the repetitions, so that it takes nothing of their minute.
  return (attempt, signal) =>
    gate.through(() => retrying(attempt, { clock, signal, onPause: () => undefined }), visitor);
}
