import { z } from "zod";
import { DOCUMENT_ACTIONS } from "@/lib/documents/rules/document-actions";
import { ROLES } from "@/lib/kernel/rules/roles";
import { ATTEMPT_CAUSES } from "@/lib/notifications/rules/attempt-cause";
import { FIELD_TYPES } from "@/lib/processing/rules/judgement";
import { failure, time } from "../core/schemas";

/** Who did something. */
const actor = z.strictObject({
  /** As in the history, such as `reviewer:<id>` or `sweeper`. */
  actor: z.string(),
  /** null: a part of Stagedoor, or a user who no longer exists. */
  name: z.string().nullable(),
});
/** The type that `actor` validates. */
export type PageActor = z.infer<typeof actor>;

const share = z.number().min(0).max(1);

/** A value that was found. */
export const pageField = z.strictObject({
  name: z.string(),
  /** What people call it. */
  label: z.string(),
  type: z.enum(FIELD_TYPES),
  /** As stored: dates as 2026-11-30, amounts as 1234.50. */
  value: z.string(),
  score: share,
  page: z.int().nullable(),
  /** The words that it came from. */
  text: z.string().nullable(),
  bbox: z.tuple([share, share, share, share]).nullable(),
  check: z.enum(["passed", "failed"]).nullable(),
});
/** The type that `pageField` validates. */
export type PageField = z.infer<typeof pageField>;

const classLabel = { documentClass: z.string(), label: z.string(), score: share };

/** The results of processing. */
export const pageClassification = z.strictObject({
  ...classLabel,
  alternatives: z.array(z.strictObject(classLabel)),
  language: z.string().nullable(),
  pages: z.int().nullable(),
  processor: z.string(),
  fields: z.array(pageField),
  findings: z.array(
    z.strictObject({
      code: z.string(),
      /** With `fieldLabel` where a field is named. */
      parameters: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});
/** The type that `pageClassification` validates. */
export type PageClassification = z.infer<typeof pageClassification>;

/** The document as its page shows it. */
export const pageDocument = z.strictObject({
  uuid: z.uuid(),
  name: z.string(),
  folder: z.string().nullable(),
  assetIdentifier: z.string(),
  /** null: no asset has the identifier. */
  assetName: z.string().nullable(),
  status: z.int(),
  /** The number of its last run of processing. */
  run: z.int().nullable(),
  createdAt: time,
  createdBy: actor,
  /** Who reported the upload as complete, and when; null: nobody, even if the sweeper found the file. */
  report: z.strictObject({ at: time, actor }).nullable(),
  updatedAt: time,
  uploadExpiresAt: time,
  /** null until the upload was verified. */
  file: z
    .strictObject({
      size: z.int(),
      contentType: z.string(),
      sha256: z.string().nullable(),
      verifiedAt: time,
      erasedAt: time.nullable(),
    })
    .nullable(),
  /** Whether its bytes can be downloaded now. */
  hasContent: z.boolean(),
  duplicateOf: z.strictObject({ uuid: z.uuid(), name: z.string() }).nullable(),
  failure: failure.nullable(),
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
  /** A kebab-case code. */
  reason: z.string(),
  note: z.string().nullable(),
  /** The row of the move table that allowed it; null if the current table has none. */
  rule: z
    .strictObject({ isNotified: z.boolean(), movers: z.array(z.string()), when: z.string() })
    .nullable(),
  /** `not-listed`: the table says so; `no-webhook`: none was configured; `waiting`: in no notification yet. */
  telling: z.enum(["not-listed", "no-webhook", "waiting", "told"]),
  notificationId: z.uuid().nullable(),
});
/** The type that `pageChange` validates. */
export type PageChange = z.infer<typeof pageChange>;

/** Something else that happened. */
export const pageEvent = z.strictObject({
  ...entry,
  kind: z.literal("event"),
  /** `moved`, `content-erased`, or an event of a later version. */
  event: z.string(),
  assets: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
  /** The reason that the person gave. */
  note: z.string().nullable(),
});
/** The type that `pageEvent` validates. */
export type PageEvent = z.infer<typeof pageEvent>;

/** A notification that carries changes of the document. */
export const pageNotification = z.strictObject({
  id: z.uuid(),
  state: z.enum(["pending", "delivered", "undelivered"]),
  itemCount: z.int(),
  createdAt: time,
  attempts: z.int(),
  nextAttemptAt: time.nullable(),
  /** What it is waiting for, or its outcome, as a sentence. */
  situation: z.string(),
  /** The latest ones, oldest first. */
  deliveries: z.array(
    z.strictObject({
      number: z.int(),
      at: time,
      cause: z.enum(ATTEMPT_CAUSES),
      status: z.int().nullable(),
      totalMs: z.number(),
      /** Why it failed and what to do; null: it was received. */
      sentence: z.string().nullable(),
      fix: z.string().nullable(),
    }),
  ),
});
/** The type that `pageNotification` validates. */
export type PageNotification = z.infer<typeof pageNotification>;

/** Everything that the page of one document shows. */
export const documentPage = z.strictObject({
  document: pageDocument,
  /** Every action, available or not. */
  actions: z.array(
    z.strictObject({
      action: z.enum(DOCUMENT_ACTIONS),
      /** Why it is not available; null if it is. */
      refusal: z.enum(["role", "no-processor", "final", "status", "erased"]).nullable(),
      /** The statuses in which it is available. */
      statuses: z.array(z.int()),
    }),
  ),
  timeline: z.strictObject({
    /** Newest first. */
    entries: z.array(z.discriminatedUnion("kind", [pageChange, pageEvent])),
    /** The number of older entries. */
    leftOut: z.int(),
    notifications: z.array(pageNotification),
  }),
  viewer: z.strictObject({ role: z.enum(ROLES) }),
});
/** The type that `documentPage` validates. */
export type DocumentPage = z.infer<typeof documentPage>;
/** One action and whether it is available. */
export type PageAction = DocumentPage["actions"][number];
