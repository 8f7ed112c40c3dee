import type { DeletionReason } from "../documents/rules/deletion-reasons";
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

/** The options of every call. */
export interface CallOptions {
  /** Aborts the call, including its pauses. The call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The query for one page of a list; the first page if there is no `cursor`. */
export interface PageQuery extends CallOptions {
  /** The number of items per page, from 1 to 1000; the default is 100. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The filters of a list of documents. */
export interface DocumentQuery extends PageQuery {
  readonly assetIdentifier?: string | undefined;
  readonly status?: Status | undefined;
  /** Only documents updated since this time, in UTC and in ISO 8601 format. */
  readonly updatedSince?: string | undefined;
  /** Words that must all occur in the name, the text or the field values. */
  readonly q?: string | undefined;
  readonly documentClass?: string | undefined;
}

/** The calls about documents. */
export interface DocumentCalls {
  /**
   * Creates a document. Safe to retry, because every creation has an idempotency key, which is random unless one is
   * given.
   */
  create(
    document: NewDocument,
    options?: CallOptions & { readonly idempotencyKey?: string | undefined },
  ): Promise<CreatedRecord>;
  /** Returns a new URL for a document that is waiting for its upload. */
  uploadUrl(uuid: string, options?: CallOptions): Promise<UploadableRecord>;
  /**
   * Reports status 2 or 6, or sets any status that the key's scopes allow. Only reports of 2 and 6 are retried if a
   * response is lost. For other statuses, a retry could not distinguish its own change from somebody else's.
   */
  report(uuid: string, report: Report, options?: CallOptions): Promise<StagedDocumentRecord>;
  /** Moves the document to another asset. Safe to retry. */
  move(
    uuid: string,
    to: { readonly assetIdentifier: string },
    options?: CallOptions,
  ): Promise<StagedDocumentRecord>;
  get(uuid: string, options?: CallOptions): Promise<StagedDocumentRecord>;
  /** Deletes the document, with a reason if one is given, or cancels its upload. Safe to retry. */
  delete(
    uuid: string,
    options?: CallOptions & { readonly reason?: DeletionReason | undefined },
  ): Promise<StagedDocumentRecord>;
  listPage(query?: DocumentQuery): Promise<Page<StagedDocumentRecord>>;
  /** Returns all items of the list, read page by page. */
  list(query?: DocumentQuery): AsyncIterable<StagedDocumentRecord>;
  historyPage(uuid: string, query?: PageQuery): Promise<Page<HistoryEntry>>;
  /** Returns the whole history, oldest first. */
  history(uuid: string, query?: PageQuery): AsyncIterable<HistoryEntry>;
  /** Returns a signed URL for downloading the file. The URL needs no key and expires. */
  contentUrl(uuid: string, options?: CallOptions): Promise<string>;
}

const DOCUMENTS = "/staged-documents";
/** Returns the path of one document. */
export const pathOf = (uuid: string) => `${DOCUMENTS}/${encodeURIComponent(uuid)}`;

/** Creates the calls about documents. */
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
      throw new CallFailure("Stagedoor returned a redirect without a valid location");
    },
  };
}

const isHarmlessToRepeat = ({ status }: Report) =>
  status === STATUS.uploadSuccessful || status === STATUS.uploadFailed;

/**
 * Deleting a document that is waiting for its upload cancels the upload. That call cannot be repeated, so if its response
 * is lost, the record shows whether the upload was cancelled.
 */
async function deleteDocument(
  caller: Caller,
  uuid: string,
  { reason, ...options }: NonNullable<Parameters<DocumentCalls["delete"]>[1]> = {},
): Promise<StagedDocumentRecord> {
  const path = pathOf(uuid);
  let attempts = 0;
  try {
    return await caller.repeat(() => {
      attempts += 1;
      return caller.json(
        { method: "DELETE", path: `${path}${queryOf({ reason })}`, ...options },
        200,
        "never",
      );
    }, options.signal);
  } catch (error) {
    const isPerhapsDone = attempts > 1 && error instanceof ApiProblem && error.status === 409;
    if (!isPerhapsDone) throw error;
    const record: StagedDocumentRecord = await caller.json({ method: "GET", path, ...options });
    if (record.status !== STATUS.uploadFailed || record.failure?.code !== "cancelled") throw error;
    return record;
  }
}
