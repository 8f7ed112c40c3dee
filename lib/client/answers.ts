import type { z } from "zod";
import type {
  amendAssetBody,
  assetRecord,
  putAssetBody,
} from "../http/assets/external-api-schemas";
import type { problem } from "../http/core/schemas";
import type {
  createdStagedDocument,
  createStagedDocumentBody,
  lifecycleTables,
  replayedStagedDocument,
  reportStatusBody,
  stagedDocumentRecord,
  statusChangePage,
  statusFeedPage,
} from "../http/documents/external-api-schemas";
import type {
  rotatedWebhookSecret,
  webhookConfiguration,
} from "../http/notifications/external-api-schemas";

/** A document as the API returns it. */
export type StagedDocumentRecord = z.infer<typeof stagedDocumentRecord>;
/** A document and its upload URL. */
export type UploadableRecord = z.infer<typeof createdStagedDocument>;
/** The response to a creation. A repeated creation returns no URL if the upload can no longer begin (decision 0016). */
export type CreatedRecord = z.infer<typeof replayedStagedDocument>;
/** The properties of a new document. */
export type NewDocument = z.infer<typeof createStagedDocumentBody>;
/** A status to set and its details. */
export type Report = z.input<typeof reportStatusBody>;
/** One entry of a document's history. */
export type HistoryEntry = z.infer<typeof statusChangePage>["items"][number];
/** A page of the feed of all status changes. It is empty if there is nothing new. */
export type FeedPage = z.infer<typeof statusFeedPage>;
/** One status change in the feed. */
export type FeedEntry = FeedPage["items"][number];
/** The webhook URL. */
export type WebhookConfiguration = z.infer<typeof webhookConfiguration>;
/** A new signing secret, shown only once. */
export type RotatedSecret = z.infer<typeof rotatedWebhookSecret>;
/** The meaning of each status, and every allowed move. */
export type StatusTables = z.infer<typeof lifecycleTables>;
/** An asset as the API shows it. */
export type AssetRecord = z.infer<typeof assetRecord>;
/** An asset to create or to change. Omitted properties are kept. */
export type GivenAsset = z.input<typeof putAssetBody>;
/** The changes to an existing asset. */
export type ChangedAsset = z.input<typeof amendAssetBody>;
/** An error as the API returns it (RFC 9457). */
export type Problem = z.infer<typeof problem>;
