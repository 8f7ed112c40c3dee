import { LIFECYCLE } from "@/lib/documents/rules/status";
import { NOTIFICATION_STATES } from "@/lib/notifications/ports/notification-log";
import { EXAMPLE_DOCUMENT } from "./examples";
import { EXAMPLE_NOTIFICATION } from "./notification-examples";

/** A parameter as OpenAPI describes it, without its name and place. */
interface Parameter {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: unknown;
}

const LIST_CURSOR =
  "`nextCursor` of the page before, with the same filters. Leave it out for the first page.";

/**
 * Every name that a query may have. The schemas read texts; this says what the texts hold. What may be left out has no
 * example, for the reference page would send it along.
 */
export const QUERY_PARAMETERS: Readonly<Record<string, Parameter>> = {
  limit: {
    description: "How many items a page has at most.",
    schema: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
  },
  cursor: { description: LIST_CURSOR, schema: { type: "string" } },
  after: {
    description: "`nextAfter` of the page before, or 0 for the beginning of the feed.",
    schema: { type: "integer", minimum: 0, maximum: 999_999_999_999_999, default: 0 },
  },
  assetIdentifier: {
    description: "Only documents of this asset.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  status: {
    description: "Only documents that have this status now.",
    schema: { type: "integer", enum: LIFECYCLE.statuses.map(({ status }) => status) },
  },
  updatedSince: {
    description: "Only documents that changed at this time or later.",
    schema: { type: "string", format: "date-time" },
  },
  state: {
    description: "Only notifications in this state.",
    schema: { type: "string", enum: NOTIFICATION_STATES },
  },
  documentUuid: {
    description: "Only notifications that tell of this document.",
    schema: { type: "string", format: "uuid" },
  },
  createdFrom: {
    description: "Only notifications put together at this time or later.",
    schema: { type: "string", format: "date-time" },
  },
  createdTo: {
    description: "Only notifications put together before this time.",
    schema: { type: "string", format: "date-time" },
  },
};

/** Every name in braces that a path may have. */
export const PATH_PARAMETERS: Readonly<Record<string, Parameter>> = {
  uuid: {
    description: "The `uuid` that the creation answered, in upper or lower case.",
    schema: { type: "string", format: "uuid" },
    example: EXAMPLE_DOCUMENT.uuid,
  },
  id: {
    description:
      "The `id` of a notification, in upper or lower case: what stands behind `msg_` in `webhook-id`.",
    schema: { type: "string", format: "uuid" },
    example: EXAMPLE_NOTIFICATION.id,
  },
};

/** Request headers besides `Authorization`. */
export const HEADER_PARAMETERS: Readonly<Record<string, Parameter>> = {
  "Idempotency-Key": {
    description:
      "Any text that you make up for this one creation, such as a UUID. The same key with the same body answers the same document for 24 hours instead of making a second one; with another body it is refused.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  "If-None-Match": {
    description: "The `ETag` of an earlier answer: when nothing changed since, the answer is 304.",
    schema: { type: "string" },
  },
};

/** Headers of answers. */
export const RESPONSE_HEADERS: Readonly<Record<string, Parameter>> = {
  "X-Request-Id": {
    description: "Names this call in the log; give it to an administrator when you ask about it.",
    schema: { type: "string", format: "uuid" },
  },
  Location: { description: "The address to go to.", schema: { type: "string", format: "uri" } },
  ETag: {
    description: "Names this version of the record; send it back as `If-None-Match`.",
    schema: { type: "string" },
  },
  "Idempotency-Replayed": {
    description: "`true` when this document was created by an earlier call with the same key.",
    schema: { type: "string", const: "true" },
  },
  "Retry-After": {
    description: "Seconds to wait before the call is repeated.",
    schema: { type: "integer", minimum: 1 },
  },
  "WWW-Authenticate": {
    description: "How to authenticate: `Bearer`.",
    schema: { type: "string" },
  },
};
