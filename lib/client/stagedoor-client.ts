import type { StagedDocumentRecord } from "./answers";
import { type AssetCalls, createAssetCalls } from "./asset-calls";
import { createCaller } from "./caller";
import { createDocumentCalls, type DocumentCalls } from "./document-calls";
import { createNotificationCalls, type NotificationCalls } from "./notification-calls";
import type { UploadSource } from "./put-file";
import { type Pause, type RetryClock, SYSTEM_CLOCK } from "./retrying";
import { createSizeSuspicion } from "./size-suspicion";
import { type UploadOptions, uploadByApi } from "./upload-by-api";

/** Which Stagedoor, with which key. */
export interface ClientOptions {
  /** Origin such as `https://stagedoor.example.org`, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  /** Absent: the global one. */
  readonly fetch?: typeof fetch;
  /** Called before each repetition. */
  readonly onPause?: (pause: Pause) => void;
  /** Absent: this machine's. */
  readonly clock?: RetryClock;
}

/**
 * The external API as a remote system uses it, in Node from 20 and in browsers. A call is repeated for up to 60 s while its
 * failure is transient and a repetition harmless; what fails is an ApiProblem where the API says why, else a CallFailure.
 */
export interface StagedoorClient extends AssetCalls, DocumentCalls, NotificationCalls {
  /** Uploads a file: creates its document, sends the bytes, reports 2. */
  handIn(file: UploadSource, options: UploadOptions): Promise<StagedDocumentRecord>;
}

/** A client for one address and key. It holds no connection and needs no closing. */
export function createStagedoorClient({
  url,
  apiKey,
  fetch: givenFetch,
  onPause = () => undefined,
  clock = SYSTEM_CLOCK,
}: ClientOptions): StagedoorClient {
  // Called by its own name, because a browser's fetch cannot be called as a method of another
  // object.
  const fetch: typeof globalThis.fetch = givenFetch ?? ((...args) => globalThis.fetch(...args));
  const caller = createCaller({ url, apiKey, fetch }, { onPause, clock });
  const documents = createDocumentCalls(caller);
  const sizes = createSizeSuspicion(fetch);
  return {
    ...documents,
    ...createNotificationCalls(caller),
    ...createAssetCalls(caller),
    handIn: (file, options) => uploadByApi({ caller, documents, fetch, sizes }, file, options),
  };
}
