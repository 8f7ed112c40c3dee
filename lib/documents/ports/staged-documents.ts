import type { PasswordHasher, SignInThrottle, UserRepository } from "@/lib/accounts/ports/users";
import type { AssetDocuments } from "@/lib/assets/ports/asset-documents";
import type { AssetOverviews } from "@/lib/assets/ports/asset-overviews";
import type { AssetRepository } from "@/lib/assets/ports/assets";
import type { Author } from "@/lib/kernel/rules/actor";
import type { Scope } from "@/lib/kernel/rules/scopes";
import type { LiveChanges } from "@/lib/live/ports/live-changes";
import type { BuiltInReceiver } from "@/lib/notifications/ports/built-in-receiver";
import type { DeliveryRuns } from "@/lib/notifications/ports/delivery-runs";
import type { DeliveryStatisticsSource } from "@/lib/notifications/ports/delivery-statistics";
import type { NotificationLog } from "@/lib/notifications/ports/notification-log";
import type { DeliveryRepository, RelayRepository } from "@/lib/notifications/ports/notifications";
import type {
  SecretBox,
  WebhookConfigurationRepository,
  WebhookPolicy,
} from "@/lib/notifications/ports/webhook-configuration";
import type { WebhookTransport } from "@/lib/notifications/ports/webhook-transport";
import type { RetrySchedule } from "@/lib/notifications/rules/retry-schedule";
import type { SweepLimits, SweepRepository } from "@/lib/upkeep/ports/sweep";
import type { Classification } from "../rules/classification";
import type { ChangeReason, Failure, StagedDocument, StatusChange } from "../rules/staged-document";
import type { Move } from "../rules/status";
import type { Changes } from "./changes";
import type { DocumentFilter, DocumentPage } from "./document-list";
import type { IdempotencyClaim } from "./idempotency-claim";
import type { StatusFeedRepository } from "./status-feed";

/** What is needed to announce a document. */
export interface NewStagedDocument {
  readonly uuid: string;
  readonly assetIdentifier: string;
  readonly name: string;
  /** Where a file that was dropped with its folder lay, with / between the names; null: nowhere. */
  readonly folder: string | null;
  readonly uploadExpiresAt: Date;
}

/** The move with which a document begins. */
export interface FirstChange extends Author {
  readonly move: Move;
  readonly reason: ChangeReason;
  readonly at: Date;
}

/** One decided move of one document. */
export interface StatusMove extends Author {
  readonly uuid: string;
  readonly move: Move;
  readonly reason: ChangeReason;
  readonly at: Date;
  /** The verified file, given with the move to upload_successful. */
  readonly file?: {
    readonly sizeBytes: number;
    readonly contentType: string;
    readonly objectKey: string;
  };
  readonly failure?: Failure;
  readonly classification?: Classification;
  /** Moves only a document whose upload URL expired by then: a fresh one makes giving up on it moot. */
  readonly uploadExpiredBy?: Date;
}

/** A position in a list ordered by an ascending number. */
export interface Page {
  /** Only rows behind this one; null for the first page. */
  readonly after: bigint | null;
  readonly limit: number;
}

/** Documents and their history. Every write of a status writes its history in the same statement. */
export interface StagedDocumentRepository {
  /** Writes the document in the state of the move and its first history row, in one statement. */
  create(document: NewStagedDocument, change: FirstChange): Promise<StagedDocument>;
  /**
   * `create` and the claim in one statement, of which concurrent ones with the same owner and key wait for each other.
   * null: the key was used already and its claim is not over; nothing was written.
   */
  createOnce(
    document: NewStagedDocument,
    change: FirstChange,
    claim: IdempotencyClaim,
  ): Promise<StagedDocument | null>;
  /** What a claim that was made led to; null when there is none. */
  findClaimed(
    claim: Pick<IdempotencyClaim, "ownerId" | "key">,
  ): Promise<{ document: StagedDocument; requestHash: Buffer } | null>;
  find(uuid: string): Promise<StagedDocument | null>;
  /** Ascending by (updatedAt, uuid), only rows behind `after`; a document that changes moves to the end. */
  list(filter: DocumentFilter, page: DocumentPage): Promise<readonly StagedDocument[]>;
  /** Awaits the upload until then. null: the document does not wait any more, or does not exist; nothing was written. */
  renewUpload(
    uuid: string,
    renewal: { uploadExpiresAt: Date; at: Date },
  ): Promise<StagedDocument | null>;
  /**
   * Makes the move only if the document is still where the move starts, in one statement with its history row.
   * null: somebody else moved it first, or it does not exist; nothing was written.
   */
  compareAndSetStatus(change: StatusMove): Promise<StagedDocument | null>;
  /** Oldest first; null when the document does not exist. */
  listStatusChanges(uuid: string, page: Page): Promise<readonly StatusChange[] | null>;
  /** Rejects with `database-unavailable` when the database does not answer. */
  checkReachable(): Promise<void>;
}

/** What the object store says of one object. */
export interface StoredObject {
  readonly sizeBytes: number;
  /** Without quotes. */
  readonly etag: string;
  readonly contentType: string | null;
}

/** One object of a listing. */
export interface ListedObject {
  readonly key: string;
  /** By the store's clock. */
  readonly lastModified: Date;
}

/**
 * An S3 bucket. Every method that asks the store rejects with `object-store-unavailable` when it does not answer, and all
 * but `head` reject when there is no such bucket.
 */
export interface ObjectStorage {
  /** A URL to which anybody may PUT raw bytes until then, no other header needed. */
  signUpload(
    key: string,
    options: {
      signedAt: Date;
      expiresInSeconds: number;
      /** Then only exactly so many bytes are taken; null: as many as somebody sends. */
      sizeBytes: number | null;
    },
  ): Promise<string>;
  /** A URL from which a browser saves the object under the given name; never shown inline. */
  signDownload(
    key: string,
    options: { signedAt: Date; expiresInSeconds: number; fileName: string },
  ): Promise<string>;
  /** null: there is no such object, or no bucket: who decides for good by it asks `checkReachable` afterwards. */
  head(key: string): Promise<StoredObject | null>;
  /** Copies only the object with this ETag; anything else is left alone and answered `changed`. */
  copyIfUnchanged(fromKey: string, toKey: string, etag: string): Promise<"copied" | "changed">;
  /** Harmless when the object does not exist. */
  remove(key: string): Promise<void>;
  /**
   * Objects below a prefix behind the key `after` ("" for the first page), ascending by key, at most `limit` (1–1000).
   * Fewer than `limit` do not mean the end, none at all do.
   */
  list(prefix: string, after: string, limit: number): Promise<readonly ListedObject[]>;
  /** Rejects when the bucket does not exist, too; tells nothing of what is in it. */
  checkReachable(): Promise<void>;
}

/** An API key as it is stored; the key itself is nowhere. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** An API key as people see it. */
export interface ListedApiKey extends ApiKey {
  /** The first characters, so that people can tell keys apart. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** To the minute; null: never used. */
  readonly lastUsedAt: Date | null;
}

/** What is needed to store an API key. */
export interface NewApiKey {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key. */
  readonly hash: Buffer;
  /** The first characters, so that people can tell keys apart. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

/** API keys, found by the SHA-256 of the key. */
export interface ApiKeyRepository {
  /** Finds the key, revoked and expired ones too, and notes its use (to the minute) in the same statement. */
  findAndTouch(hash: Buffer, at: Date): Promise<ApiKey | null>;
  /** Stores the key; one with the same hash gets the given name and scopes and is not revoked any more. */
  upsert(key: NewApiKey): Promise<void>;
  /** Revokes every key of this name except the one with this hash; null: every one. */
  revokeNamed(name: string, options: { exceptHash: Buffer | null; at: Date }): Promise<void>;
  /** How many keys there are, revoked and expired ones too. */
  count(options?: { exceptName: string }): Promise<number>;
  /** Every key, revoked and expired ones too, oldest first. */
  list(): Promise<readonly ListedApiKey[]>;
  /** Revokes the key; one that is revoked keeps its first time. Answers whether the key exists. */
  revoke(id: string, at: Date): Promise<boolean>;
}

/** The only source of time. */
export interface Clock {
  now(): Date;
}

/** The only source of identifiers. */
export interface Ids {
  /** A version 7 UUID in lower case. */
  uuid(): string;
}

/** The only source of randomness that nobody can guess. */
export interface Randomness {
  bytes(count: number): Buffer;
}

/** Everything the use cases need from outside; a use case names the part that it needs. */
export interface Ports {
  readonly documents: StagedDocumentRepository;
  readonly storage: ObjectStorage;
  readonly apiKeys: ApiKeyRepository;
  readonly assets: AssetRepository;
  readonly assetOverviews: AssetOverviews;
  readonly assetDocuments: AssetDocuments;
  readonly users: UserRepository;
  readonly passwordHasher: PasswordHasher;
  readonly signInThrottle: SignInThrottle;
  readonly liveChanges: LiveChanges;
  /** null: there is none beside this Stagedoor. */
  readonly builtInReceiver: BuiltInReceiver | null;
  readonly webhookConfiguration: WebhookConfigurationRepository;
  readonly statusFeed: StatusFeedRepository;
  readonly relay: RelayRepository;
  readonly deliveries: DeliveryRepository;
  readonly notificationLog: NotificationLog;
  readonly deliveryRuns: DeliveryRuns;
  readonly deliveryStatistics: DeliveryStatisticsSource;
  readonly webhookTransport: WebhookTransport;
  readonly changes: Changes;
  readonly webhookPolicy: WebhookPolicy;
  readonly retrySchedule: RetrySchedule;
  readonly secretBox: SecretBox;
  readonly randomness: Randomness;
  readonly sweeps: SweepRepository;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: UploadLimits;
  readonly sweepLimits: SweepLimits;
}

/** Settings that use cases decide by. */
export interface UploadLimits {
  readonly uploadUrlExpiresInSeconds: number;
  readonly uploadSizeMaxBytes: number;
}
