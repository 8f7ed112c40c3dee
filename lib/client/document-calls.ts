import { STATUS, type Status } from "../documents/rules/status";
import type {
  CreatedRecord,
  HistoryEntry,
  NewDocument,
  Report,
  StagedDocumentRecord,
  UploadableRecord,
} from "./answers";
import { ApiProblem, CallFailure } from "./call-failure";
import type { Caller } from "./caller";
import { itemsOf, type Page, queryOf } from "./pages";
import { randomKey } from "./random-key";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, its pauses included; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A part of a list; without `cursor` its beginning. */
export interface PageQuery extends CallOptions {
  /** 1 to 1000; 100 when absent. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Which documents a list holds. */
export interface DocumentQuery extends PageQuery {
  readonly assetIdentifier?: string | undefined;
  readonly status?: Status | undefined;
  /** UTC, ISO 8601. */
  readonly updatedSince?: string | undefined;
  /** Words, all of them, of the name, the text or the values. */
  readonly q?: string | undefined;
  readonly documentClass?: string | undefined;
}

/** The calls about documents. */
export interface DocumentCalls {
  /** Repeated safely: every creation has an idempotency key, a random one unless it is given. */
  create(
    document: NewDocument,
    options?: CallOptions & { readonly idempotencyKey?: string | undefined },
  ): Promise<CreatedRecord>;
  /** A fresh URL for a document that waits for its upload. */
  uploadUrl(uuid: string, options?: CallOptions): Promise<UploadableRecord>;
  /**
   * Reports 2 or 6, or sets what the key's scopes allow. Only 2 and 6 are repeated when an answer is lost: for the others a
   * repetition could not tell its own change from somebody else's.
   */
  report(uuid: string, report: Report, options?: CallOptions): Promise<StagedDocumentRecord>;
  /** Files the document under another asset; repeated safely. */
  move(
    uuid: string,
    to: { readonly assetIdentifier: string },
    options?: CallOptions,
  ): Promise<StagedDocumentRecord>;
  get(uuid: string, options?: CallOptions): Promise<StagedDocumentRecord>;
  delete(uuid: string, options?: CallOptions): Promise<StagedDocumentRecord>;
  listPage(query?: DocumentQuery): Promise<Page<StagedDocumentRecord>>;
  /** The same list as a whole, read page by page. */
  list(query?: DocumentQuery): AsyncIterable<StagedDocumentRecord>;
  historyPage(uuid: string, query?: PageQuery): Promise<Page<HistoryEntry>>;
  /** The whole history, oldest first. */
  history(uuid: string, query?: PageQuery): AsyncIterable<HistoryEntry>;
  /** A signed URL of the bytes, as an attachment; it needs no key and expires. */
  contentUrl(uuid: string, options?: CallOptions): Promise<string>;
}

const DOCUMENTS = "/staged-documents";
/** Of one document. */
export const pathOf = (uuid: string) => `${DOCUMENTS}/${encodeURIComponent(uuid)}`;

/** The calls about documents, made by a caller. */
export function createDocumentCalls(caller: Caller): DocumentCalls {
  const listPage: DocumentCalls["listPage"] = ({ signal, ...query } = {}) =>
    caller.json({ method: "GET", path: `${DOCUMENTS}${queryOf({ ...query })}`, signal });
  const historyPage: DocumentCalls["historyPage"] = (uuid, { signal, ...query } = {}) =>
    caller.json({
      method: "GET",
      path: `${pathOf(uuid)}/status-changes${queryOf({ ...query })}`,
      signal,
    });
  return {
    create: (document, { idempotencyKey = randomKey(), signal } = {}) =>
      caller.json(
        {
          method: "POST",
          path: DOCUMENTS,
          body: document,
          headers: { "idempotency-key": idempotencyKey },
          signal,
        },
        201,
      ),
    uploadUrl: (uuid, options) =>
      caller.json({ method: "POST", path: `${pathOf(uuid)}/upload-url`, ...options }),
    report: (uuid, body, options) =>
      caller.json(
        { method: "PUT", path: pathOf(uuid), body, ...options },
        200,
        isHarmlessToRepeat(body) ? "always" : "when-refused",
      ),
    move: (uuid, body, options) =>
      caller.json({ method: "PATCH", path: pathOf(uuid), body, ...options }),
    get: (uuid, options) => caller.json({ method: "GET", path: pathOf(uuid), ...options }),
    delete: (uuid, options) => deleteDocument(caller, uuid, options),
    listPage,
    list: (query) => itemsOf((cursor) => listPage({ ...query, cursor }), query?.cursor),
    historyPage,
    history: (uuid, query) =>
      itemsOf((cursor) => historyPage(uuid, { ...query, cursor }), query?.cursor),
    contentUrl: async (uuid, options) => {
      const request = { method: "GET", path: `${pathOf(uuid)}/content`, ...options } as const;
      const location = (await caller.call(request, 307)).headers.get("location");
      if (location) return location;
      throw new CallFailure("Stagedoor answered a redirect without a valid location");
    },
  };
}

const isHarmlessToRepeat = ({ status }: Report) =>
  status === STATUS.uploadSuccessful || status === STATUS.uploadFailed;

/** Deleting a document that waits for its upload cancels it, and that cannot be done twice: a lost answer shows in the record. */
async function deleteDocument(
  caller: Caller,
  uuid: string,
  options: CallOptions = {},
): Promise<StagedDocumentRecord> {
  const path = pathOf(uuid);
  let attempts = 0;
  try {
    return await caller.repeat(() => {
      attempts += 1;
      return caller.json({ method: "DELETE", path, ...options }, 200, "never");
    }, options.signal);
  } catch (error) {
    const isPerhapsDone = attempts > 1 && error instanceof ApiProblem && error.status === 409;
    if (!isPerhapsDone) throw error;
    const record: StagedDocumentRecord = await caller.json({ method: "GET", path, ...options });
    if (record.status !== STATUS.uploadFailed || record.failure?.code !== "cancelled") throw error;
    return record;
  }
}
