import { DELETION_REASONS } from "@/lib/documents/rules/deletion-reasons";
import { LIFECYCLE } from "@/lib/documents/rules/status";
import { NOTIFICATION_STATES } from "@/lib/notifications/log-ports";
import { EXAMPLE_DOCUMENT } from "../documents/operations";
import { EXAMPLE_NOTIFICATION } from "../notifications/operations";

/** A parameter as an OpenAPI parameter object, without `name` and `in`. */
interface Parameter {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: unknown;
}

const LIST_CURSOR =
  "`nextCursor` of the previous page, with the same filters. Omit it for the first page.";

/**
 * Every parameter that a query may have. The schemas only read strings, so this table describes what the strings contain.
 * Optional parameters have no example, because tools for trying out calls would send it.
 */
export const QUERY_PARAMETERS: Readonly<Record<string, Parameter>> = {
  limit: {
    description: "Maximum number of items per page.",
    schema: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
  },
  cursor: { description: LIST_CURSOR, schema: { type: "string" } },
  after: {
    description: "`nextAfter` of the previous page, or 0 for the start of the feed.",
    schema: { type: "integer", minimum: 0, maximum: 999_999_999_999_999, default: 0 },
  },
  assetIdentifier: {
    description: "Only documents of this asset.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  status: {
    description: "Only documents that currently have this status.",
    schema: { type: "integer", enum: LIFECYCLE.statuses.map(({ status }) => status) },
  },
  reason: {
    description: "Why the document is deleted. Kept in the record as `deletion.reason`.",
    schema: { type: "string", enum: [...DELETION_REASONS] },
  },
  identifier: {
    description: "Only the asset with exactly this identifier.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  folder: {
    description: "Only assets in this folder and its subfolders.",
    schema: { type: "string", minLength: 1, maxLength: 500 },
  },
  name: {
    description: "Only assets whose name contains this text, ignoring case.",
    schema: { type: "string", minLength: 1, maxLength: 200 },
  },
  archived: {
    description: "true: only archived assets. false: only assets in use.",
    schema: { type: "boolean" },
  },
  updatedSince: {
    description: "Only documents changed at or after this time.",
    schema: { type: "string", format: "date-time" },
  },
  q: {
    description:
      "Only documents that contain all of these words in their name, text or values. The beginning of a word is enough, case and " +
      "accents are ignored, and a word in the name may have one wrong letter.",
    schema: { type: "string", maxLength: 200 },
  },
  documentClass: {
    description: "Only documents of this class.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  state: {
    description: "Only notifications in this state.",
    schema: { type: "string", enum: NOTIFICATION_STATES },
  },
  documentUuid: {
    description: "Only notifications with a change of this document.",
    schema: { type: "string", format: "uuid" },
  },
  createdFrom: {
    description: "Only notifications created at or after this time.",
    schema: { type: "string", format: "date-time" },
  },
  createdTo: {
    description: "Only notifications created before this time.",
    schema: { type: "string", format: "date-time" },
  },
};

/** Every parameter that a path may contain in braces. */
export const PATH_PARAMETERS: Readonly<Record<string, Parameter>> = {
  uuid: {
    description: "The `uuid` returned when the document was created, in upper or lower case.",
    schema: { type: "string", format: "uuid" },
    example: EXAMPLE_DOCUMENT.uuid,
  },
  id: {
    description:
      "The `id` of a notification, in upper or lower case: the part after `msg_` in `webhook-id`.",
    schema: { type: "string", format: "uuid" },
    example: EXAMPLE_NOTIFICATION.id,
  },
  documentClass: {
    description: "The `id` of a class: lower-case words joined by hyphens.",
    schema: { type: "string", maxLength: 64 },
    example: "service-contract",
  },
};

/** Request headers other than `Authorization`. */
export const HEADER_PARAMETERS: Readonly<Record<string, Parameter>> = {
  "Idempotency-Key": {
    description:
      "A unique text for this creation, such as a UUID. For 24 hours, the same key with the same body returns the same document instead of creating a second one; with a different body, the call is rejected.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  "If-None-Match": {
    description: "The `ETag` of an earlier response. If nothing has changed, the response is 304.",
    schema: { type: "string" },
  },
};

/** The headers that responses may have. */
export const RESPONSE_HEADERS: Readonly<Record<string, Parameter>> = {
  "X-Request-Id": {
    description:
      "Identifies this call in the log. Give it to an administrator when you report a problem.",
    schema: { type: "string", format: "uuid" },
  },
  Location: { description: "The URL to follow.", schema: { type: "string", format: "uri" } },
  ETag: {
    description: "Identifies this version of the record. Send it as `If-None-Match`.",
    schema: { type: "string" },
  },
  "Idempotency-Replayed": {
    description: "`true` if this document was created by an earlier call with the same key.",
    schema: { type: "string", const: "true" },
  },
  "Retry-After": {
    description: "The number of seconds to wait before you retry the call.",
    schema: { type: "integer", minimum: 1 },
  },
  "RateLimit-Policy": {
    description:
      "The limits that apply: `q` calls in `w` seconds, for your `address` and for your `key`. Present only if an operator has set limits.",
    schema: { type: "string" },
    example: '"key";q=100;w=60',
  },
  RateLimit: {
    description:
      "What remains of each limit: `r` calls, and `t` seconds until the next window. Present only if an operator has set limits.",
    schema: { type: "string" },
    example: '"key";r=99;t=60',
  },
  "WWW-Authenticate": {
    description: "How to authenticate: `Bearer`.",
    schema: { type: "string" },
  },
};
