import type { StagedDocumentRecord } from "./answers";
import { type AssetCalls, createAssetCalls } from "./asset-calls";
import { createCaller } from "./caller";
import { createDocumentCalls, type DocumentCalls } from "./document-calls";
import { createNotificationCalls, type NotificationCalls } from "./notification-calls";
import type { UploadSource } from "./put-file";
import { type Pause, type RetryClock, SYSTEM_CLOCK } from "./retrying";
import { createSizeSuspicion } from "./size-suspicion";
import { type UploadOptions, uploadByApi } from "./upload-by-api";

/** The URL of the Stagedoor server to call, and the key to use. */
export interface ClientOptions {
  /** An origin such as `https://stagedoor.example.org`, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  /** The fetch function to use; the global one by default. */
  readonly fetch?: typeof fetch;
  /** Called before each retry. */
  readonly onPause?: (pause: Pause) => void;
  /** How long to retry a call after its first failure, in milliseconds; 60,000 by default. */
  readonly patienceMs?: number;
  /** The clock to use; the system clock by default. */
  readonly clock?: RetryClock;
}

/**
 * A client of the external API, for external systems in Node 20 or later and in browsers. A call is retried for up to 60
 * s, or for `patienceMs`, while its failure is transient and repeating it is safe. A failed call throws an ApiProblem if the API gave a reason,
 * and a CallFailure otherwise.
 */
export interface StagedoorClient extends AssetCalls, DocumentCalls, NotificationCalls {
  /** Uploads a file: creates its document, sends the bytes and reports 2. */
  handIn(file: UploadSource, options: UploadOptions): Promise<StagedDocumentRecord>;
}

/** Creates a client for one URL and key. It holds no connections and does not have to be closed. */
export function createStagedoorClient({
  url,
  apiKey,
  fetch: givenFetch,
  onPause = () => undefined,
  clock = SYSTEM_CLOCK,
  patienceMs,
}: ClientOptions): StagedoorClient {
  // Wrapped, because browsers throw an error if `fetch` is called as a method of another object.
  const fetch: typeof globalThis.fetch = givenFetch ?? ((...args) => globalThis.fetch(...args));
  const caller = createCaller({ url, apiKey, fetch }, { onPause, clock, patienceMs });
  const documents = createDocumentCalls(caller);
  const sizes = createSizeSuspicion(fetch);
  return {
    ...documents,
    ...createNotificationCalls(caller),
    ...createAssetCalls(caller),
    handIn: (file, options) => uploadByApi({ caller, documents, fetch, sizes }, file, options),
  };
}
