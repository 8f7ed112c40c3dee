import type { z } from "zod";
import type { Status } from "@/lib/domain/status";
import {
  createdStagedDocument,
  type createStagedDocumentBody,
  stagedDocumentRecord,
  statusChangePage,
} from "@/lib/http/schemas";
import { type ApiAccess, type ApiRequest, parseAnswer, send } from "./api-call";
import { downloadSha256, type LocalFile, uploadFile } from "./file-transfer";
import { type Pause, retrying } from "./retrying";

/** A document as the API shows it. */
export type StagedDocumentRecord = z.infer<typeof stagedDocumentRecord>;
type CreatedRecord = z.infer<typeof createdStagedDocument>;
/** One line of a document's history. */
export type HistoryEntry = z.infer<typeof statusChangePage>["items"][number];

/**
 * The public HTTP API as an external system uses it. A call is repeated while its failure is transient, an answer is checked
 * against its schema. A refused key throws a DemoError, everything else that fails a CallFailure.
 */
export interface ApiClient {
  /**
   * A repeated creation may leave a second document that nobody uploads to and that fails when its time is up: the limit that
   * an `Idempotency-Key` will close. Only the answered one is used and counted.
   */
  create(body: z.infer<typeof createStagedDocumentBody>): Promise<CreatedRecord>;
  upload(uploadSignedUrl: string, file: LocalFile): Promise<void>;
  report(uuid: string, status: Status): Promise<StagedDocumentRecord>;
  read(uuid: string): Promise<StagedDocumentRecord>;
  /** The whole history, oldest first. */
  readHistory(uuid: string): Promise<HistoryEntry[]>;
  /** The SHA-256 of the content in lower-case hex; reading ends soon after `sizeBytesMax`. */
  downloadSha256(uuid: string, sizeBytesMax: number): Promise<string>;
}

/** A client for one address and key; `onPause` hears of each repetition. */
export function createApiClient(
  access: ApiAccess,
  onPause: (pause: Pause) => void = () => undefined,
): ApiClient {
  const call = <T>(request: ApiRequest, status: number, schema: z.ZodType<T>): Promise<T> =>
    retrying(async () => parseAnswer(await send(access, request, status), schema), onPause);
  const get = <T>(path: string, schema: z.ZodType<T>) => call({ method: "GET", path }, 200, schema);
  return {
    create: (body) => call({ method: "POST", path: "", body }, 201, createdStagedDocument),
    upload: (url, file) => retrying(() => uploadFile(url, file), onPause),
    report: (uuid, status) =>
      call({ method: "PUT", path: `/${uuid}`, body: { status } }, 200, stagedDocumentRecord),
    read: (uuid) => get(`/${uuid}`, stagedDocumentRecord),
    readHistory: async (uuid) => {
      const entries: HistoryEntry[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? "" : `?cursor=${cursor}`;
        const page: z.infer<typeof statusChangePage> = await get(
          `/${uuid}/status-changes${query}`,
          statusChangePage,
        );
        entries.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return entries;
    },
    downloadSha256: (uuid, sizeBytesMax) =>
      retrying(async () => {
        // The redirect is followed by hand: the key is for Stagedoor and must not reach the object store.
        const request: ApiRequest = { method: "GET", path: `/${uuid}/content` };
        const { headers } = await send(access, request, 307);
        return downloadSha256(headers.get("location") ?? "", sizeBytesMax);
      }, onPause),
  };
}
