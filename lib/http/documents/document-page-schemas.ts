import { z } from "zod";
import { DOCUMENT_ACTIONS } from "@/lib/documents/rules/document-actions";
import { ROLES } from "@/lib/kernel/rules/actor";
import { ATTEMPT_CAUSES } from "@/lib/notifications/rules/explain-attempt";
import { FIELD_TYPES } from "@/lib/processing/rules/judging/judgement";
import { failure, time } from "../core/schemas";
import { classField } from "./correction-schemas";
import { deletion } from "./external-api-schemas";

/** The actor who caused a change, an event or an attempt. */
export const actor = z.strictObject({
  /** The actor as recorded in the history, such as `reviewer:<id>` or `sweeper`. */
  actor: z.string(),
  /** The actor's name; null for a component of Stagedoor or a user who no longer exists. */
  name: z.string().nullable(),
});
/** The type that `actor` validates. */
export type PageActor = z.infer<typeof actor>;

const share = z.number().min(0).max(1);

/** A value that processing found in the document. */
export const pageField = z.strictObject({
  name: z.string(),
  /** The display name of the field. */
  label: z.string(),
  type: z.enum(FIELD_TYPES),
  /** The value as stored: dates as 2026-11-30, amounts as 1234.50. */
  value: z.string(),
  score: share,
  page: z.int().nullable(),
  /** The words on the page from which the value was read. */
  text: z.string().nullable(),
  bbox: z.tuple([share, share, share, share]).nullable(),
  check: z.enum(["passed", "failed"]).nullable(),
  /** Who set the value in a review; null if processing found it. */
  setBy: actor.nullable(),
  /** What processing had found instead of a value that a person set; null if it found nothing. */
  read: z.strictObject({ value: z.string(), score: share }).nullable(),
});
/** The type that `pageField` validates. */
export type PageField = z.infer<typeof pageField>;

const classLabel = { documentClass: z.string(), label: z.string(), score: share };

/** What a document and an attachment of an email have in common. */
const classified = {
  ...classLabel,
  alternatives: z.array(z.strictObject(classLabel)),
  language: z.string().nullable(),
  pages: z.int().nullable(),
  fields: z.array(pageField),
  findings: z.array(
    z.strictObject({
      code: z.string(),
      /** Also contains `fieldLabel` if the finding is about a field. */
      parameters: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
};

/** The results of processing for one attachment of an email. */
export const pageAttachment = z.strictObject({ ...classified, name: z.string() });
/** The type that `pageAttachment` validates. */
export type PageAttachment = z.infer<typeof pageAttachment>;

/** The results of processing. */
export const pageClassification = z.strictObject({
  ...classified,
  processor: z.string(),
  attachments: z.array(pageAttachment),
  /** Who chose the class in a review; null if processing chose it. */
  classSetBy: actor.nullable(),
  /** The class that processing had chosen instead; null if it chose none. */
  classRead: z.strictObject(classLabel).nullable(),
  /** The fields that are not in the document, according to a reviewer. */
  absent: z.array(pageField.pick({ name: true, label: true, type: true, setBy: true, read: true })),
  /** All fields of the class; empty if the class is not in the vocabulary. */
  classFields: z.array(classField),
});
/** The type that `pageClassification` validates. */
export type PageClassification = z.infer<typeof pageClassification>;

/** The document as its page shows it. */
export const pageDocument = z.strictObject({
  uuid: z.uuid(),
  name: z.string(),
  folder: z.string().nullable(),
  assetIdentifier: z.string(),
  /** The name of the asset with the document's identifier; null if no asset has it. */
  assetName: z.string().nullable(),
  status: z.int(),
  /** The number of the document's latest processing run. */
  run: z.int().nullable(),
  createdAt: time,
  createdBy: actor,
  /**
   * The actor who reported the upload as complete, and the time. It is null if nobody did, for example if the sweeper
   * found the file.
   */
  report: z.strictObject({ at: time, actor }).nullable(),
  updatedAt: time,
  uploadExpiresAt: time,
  /** The file; null until the upload has been verified. */
  file: z
    .strictObject({
      size: z.int(),
      contentType: z.string(),
      sha256: z.string().nullable(),
      verifiedAt: time,
      erasedAt: time.nullable(),
    })
    .nullable(),
  /** Whether the file can be downloaded now. */
  hasContent: z.boolean(),
  duplicateOf: z.strictObject({ uuid: z.uuid(), name: z.string() }).nullable(),
  failure: failure.nullable(),
  /** Why, when and by whom the document was deleted; null unless it was. */
  deletion: deletion.extend({ at: time, actor }).nullable(),
  classification: pageClassification.nullable(),
});
/** The type that `pageDocument` validates. */
export type PageDocument = z.infer<typeof pageDocument>;

const entry = { id: z.string(), at: time, actor };

/** One change of status. */
export const pageChange = z.strictObject({
  ...entry,
  kind: z.literal("change"),
  previousStatus: z.int().nullable(),
  currentStatus: z.int(),
  /** The reason for the change, as a code in kebab case. */
  reason: z.string(),
  note: z.string().nullable(),
  /** The reason from the list for a deletion; null for other changes, and if none was given. */
  deletionReason: deletion.shape.reason,
  /** The row in the table of moves that allowed the change; null if the current table has no such row. */
  rule: z
    .strictObject({ isNotified: z.boolean(), movers: z.array(z.string()), when: z.string() })
    .nullable(),
  /**
   * Why the change was or was not sent: `not-listed` if the table of moves excludes it, `no-webhook` if no URL was set,
   * `waiting` if it is not in a notification yet.
   */
  telling: z.enum(["not-listed", "no-webhook", "waiting", "told"]),
  notificationId: z.uuid().nullable(),
});
/** The type that `pageChange` validates. */
export type PageChange = z.infer<typeof pageChange>;

/** An event other than a status change. */
export const pageEvent = z.strictObject({
  ...entry,
  kind: z.literal("event"),
  /** The kind of event: `moved`, `corrected`, `content-erased`, or a kind that a later version added. */
  event: z.string(),
  assets: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
  /** What a correction changed; null for other events, and once the content was erased. */
  corrected: z
    .array(
      z.strictObject({
        /** Null for the class. */
        field: z.strictObject({ label: z.string(), type: z.enum(FIELD_TYPES) }).nullable(),
        from: z.string().nullable(),
        to: z.string().nullable(),
        isAbsent: z.boolean(),
      }),
    )
    .nullable(),
  /** The reason that the user gave. */
  note: z.string().nullable(),
});
/** The type that `pageEvent` validates. */
export type PageEvent = z.infer<typeof pageEvent>;

/** A notification that contains changes of the document. */
export const pageNotification = z.strictObject({
  id: z.uuid(),
  state: z.enum(["pending", "delivered", "undelivered"]),
  itemCount: z.int(),
  createdAt: time,
  attempts: z.int(),
  nextAttemptAt: time.nullable(),
  /** A sentence that describes the outcome of the notification, or what has to happen before it is sent. */
  situation: z.string(),
  /** The latest attempts, oldest first. */
  deliveries: z.array(
    z.strictObject({
      number: z.int(),
      at: time,
      cause: z.enum(ATTEMPT_CAUSES),
      /** Who caused the attempt; null if nobody did, or if it was made before authors were recorded. */
      author: actor.nullable(),
      status: z.int().nullable(),
      totalMs: z.number(),
      /** A sentence that says why the attempt failed and what to do; null if the notification was received. */
      sentence: z.string().nullable(),
      fix: z.string().nullable(),
    }),
  ),
});
/** The type that `pageNotification` validates. */
export type PageNotification = z.infer<typeof pageNotification>;

/** Everything that a document's page shows. */
export const documentPage = z.strictObject({
  document: pageDocument,
  /** All actions, whether available or not. */
  actions: z.array(
    z.strictObject({
      action: z.enum(DOCUMENT_ACTIONS),
      /** The reason why the action is not available, or null if it is available. */
      refusal: z.enum(["role", "no-processor", "final", "status", "erased"]).nullable(),
      /** The statuses in which the action is available. */
      statuses: z.array(z.int()),
    }),
  ),
  /** How the user can correct the results now; null if not at all. */
  correcting: z.enum(["with-approval", "at-once"]).nullable(),
  timeline: z.strictObject({
    /** Newest first. */
    entries: z.array(z.discriminatedUnion("kind", [pageChange, pageEvent])),
    /** The number of older entries that are left out. */
    leftOut: z.int(),
    notifications: z.array(pageNotification),
  }),
  viewer: z.strictObject({ role: z.enum(ROLES) }),
});
/** The type that `documentPage` validates. */
export type DocumentPage = z.infer<typeof documentPage>;
/** One action and its availability. */
export type PageAction = DocumentPage["actions"][number];
