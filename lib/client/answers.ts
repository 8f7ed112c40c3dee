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

/** A document as the API shows it. */
export type StagedDocumentRecord = z.infer<typeof stagedDocumentRecord>;
/** A document together with the URL its bytes go to. */
export type UploadableRecord = z.infer<typeof createdStagedDocument>;
/** The answer of a creation; a repeated one has no URL once the upload cannot begin any more (decision 0016). */
export type CreatedRecord = z.infer<typeof replayedStagedDocument>;
/** What a document is created from. */
export type NewDocument = z.infer<typeof createStagedDocumentBody>;
/** A status to set, with what belongs to it. */
export type Report = z.input<typeof reportStatusBody>;
/** One line of a document's history. */
export type HistoryEntry = z.infer<typeof statusChangePage>["items"][number];
/** A page of the feed of all status changes; it is empty when there is nothing new. */
export type FeedPage = z.infer<typeof statusFeedPage>;
/** One status change in the feed. */
export type FeedEntry = FeedPage["items"][number];
/** Where notifications go. */
export type WebhookConfiguration = z.infer<typeof webhookConfiguration>;
/** A signing secret, as it is shown once. */
export type RotatedSecret = z.infer<typeof rotatedWebhookSecret>;
/** What the statuses mean, and every allowed move. */
export type StatusTables = z.infer<typeof lifecycleTables>;
/** An asset as the API shows it. */
export type AssetRecord = z.infer<typeof assetRecord>;
/** An asset to create or to change; a property that is left out stays as it is. */
export type GivenAsset = z.input<typeof putAssetBody>;
/** What to change about an existing asset. */
export type ChangedAsset = z.input<typeof amendAssetBody>;
/** An error in the API's own words (RFC 9457). */
export type Problem = z.infer<typeof problem>;
