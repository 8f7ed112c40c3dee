import type { z } from "zod";
import type { DocumentFilter, DocumentPosition } from "@/lib/documents/ports";
import type { Classification, ReadValue } from "@/lib/documents/rules/classification";
import type { FeedEntry } from "@/lib/documents/rules/feed-entry";
import type { StagedDocument, StatusChange } from "@/lib/documents/rules/staged-document";
import { LIFECYCLE, STATUS, statusName } from "@/lib/documents/rules/status";
import { writeListCursor } from "../core/cursors/list-cursor";
import type { ApiAnswer } from "../core/endpoint";
import { pick } from "../core/pick";
import { failure } from "../core/schemas";
import {
  deletion,
  documentFile,
  type lifecycleTables,
  processingLease,
  type replayedStagedDocument,
  type reportedStagedDocument,
  type stagedDocumentPage,
  stagedDocumentRecord,
  statusChange,
  type statusChangePage,
  statusFeedEntry,
  type statusFeedPage,
} from "./external-api-schemas";
import {
  absentField,
  classification,
  classificationField,
  classifiedAttachment,
  readValue,
} from "./result-schemas";

/**
 * Returns the public record of a document, without anything that allows writing and without its object key
 * (decision 0005).
 */
export function renderStagedDocument(
  document: StagedDocument,
  publicUrl: string,
): z.infer<typeof stagedDocumentRecord> {
  const { status, file, uploadExpiresAt } = document;
  return pick(stagedDocumentRecord, {
    ...document,
    statusName: statusName(status),
    url: documentUrl(publicUrl, document.uuid),
    uploadExpiresAt: status === STATUS.waitingForUpload ? uploadExpiresAt : null,
    file:
      file &&
      pick(documentFile, {
        ...file,
        size: file.sizeBytes,
        erasedAt: file.erasedAt ?? undefined,
      }),
    classification: renderClassification(document.classification),
    failure: document.failure && pick(failure, document.failure),
    deletion: document.deletion && pick(deletion, document.deletion),
  });
}

/** Returns the record of a document whose status was reported. For a report of 3, it includes the run that was taken. */
export function renderReportedStatus(
  {
    document,
    lease,
  }: {
    readonly document: StagedDocument;
    readonly lease: { readonly run: number; readonly leaseUntil: Date } | null;
  },
  publicUrl: string,
): z.infer<typeof reportedStagedDocument> {
  const record = renderStagedDocument(document, publicUrl);
  return lease === null ? record : { ...record, processing: pick(processingLease, lease) };
}

/** Returns the response to a creation, whether it is the first or a repeated one. */
export function renderCreatedDocument(
  created: {
    readonly document: StagedDocument;
    readonly uploadSignedUrl: string | null;
    readonly isReplayed?: boolean;
  },
  publicUrl: string,
): ApiAnswer & {
  readonly status: 201;
  readonly body: z.infer<typeof replayedStagedDocument>;
} {
  const { uploadSignedUrl } = created;
  const record = renderStagedDocument(created.document, publicUrl);
  return {
    status: 201,
    body: { ...record, ...(uploadSignedUrl === null ? {} : { uploadSignedUrl }) },
    headers: {
      location: record.url,
      ...(created.isReplayed ? { "idempotency-replayed": "true" } : {}),
    },
  };
}

function renderClassification(found: StagedDocument["classification"]) {
  if (!found) return null;
  const { decision, attachments, absentFields } = found;
  return pick(classification, {
    ...NO_DETAILS,
    ...NO_REVIEW,
    ...found,
    ...renderDetails(found),
    decision: decision && { ...decision, reasons: [...decision.reasons] },
    absentFields: absentFields?.map((field) =>
      pick(absentField, { setBy: undefined, ...field, read: renderRead(field.read) }),
    ),
    attachments: attachments?.map((one) =>
      pick(classifiedAttachment, { ...NO_DETAILS, ...one, ...renderDetails(one) }),
    ),
  });
}

/** Returns the parts that a document and an attachment have in common. */
function renderDetails({ fields, findings }: Pick<Classification, "fields" | "findings">) {
  return {
    fields: fields.map((field) =>
      pick(classificationField, { ...NO_PLACE, ...field, read: renderRead(field.read) }),
    ),
    findings: findings?.map(({ code, parameters }) => ({ code, parameters: { ...parameters } })),
  };
}

const renderRead = (read: ReadValue | null | undefined) => read && pick(readValue, read);

/** Optional properties that are omitted if the processor did not report them. */
const NO_PLACE = {
  bbox: undefined,
  label: undefined,
  method: undefined,
  check: undefined,
  setBy: undefined,
};
const NO_REVIEW = { documentClassSetBy: undefined, documentClassRead: undefined };
const NO_DETAILS = {
  alternatives: undefined,
  decision: undefined,
  findings: undefined,
  attachments: undefined,
};

/** Returns a page of the list of documents. Its cursor is the position of its last row. */
export function renderStagedDocuments(
  { items, nextAfter }: { items: readonly StagedDocument[]; nextAfter: DocumentPosition | null },
  { filter, publicUrl }: { filter: DocumentFilter; publicUrl: string },
): z.infer<typeof stagedDocumentPage> {
  const position = nextAfter && { time: nextAfter.updatedAt, uuid: nextAfter.uuid };
  return {
    items: items.map((document) => renderStagedDocument(document, publicUrl)),
    nextCursor: position && writeListCursor(position, filter),
  };
}

/** Returns both tables of the lifecycle. */
export function renderLifecycle(): z.infer<typeof lifecycleTables> {
  return {
    statuses: LIFECYCLE.statuses.map(({ isFinal, ...definition }) => ({
      ...definition,
      final: isFinal,
    })),
    moves: LIFECYCLE.moves.map(({ from, to, isNotified, movers, when }) => ({
      previousStatus: from,
      currentStatus: to,
      notified: isNotified,
      movers: [...movers],
      when,
    })),
  };
}

/** Returns a page of a document's history. Its cursor is the position of its last row. */
export function renderStatusChanges(page: {
  items: readonly StatusChange[];
  nextAfter: bigint | null;
}): z.infer<typeof statusChangePage> {
  return {
    items: page.items.map((change) => {
      const sequence = change.sequence === null ? null : Number(change.sequence);
      return pick(statusChange, { ...change, sequence });
    }),
    nextCursor: page.nextAfter?.toString() ?? null,
  };
}

/** Returns a page of the feed. */
export function renderStatusFeed(
  page: { items: readonly FeedEntry[]; nextAfter: bigint },
  publicUrl: string,
): z.infer<typeof statusFeedPage> {
  return {
    items: page.items.map((entry) => {
      const url = documentUrl(publicUrl, entry.uuid);
      return pick(statusFeedEntry, { ...entry, url, sequence: Number(entry.sequence) });
    }),
    nextAfter: Number(page.nextAfter),
  };
}

/** Returns the URL of a document. */
export const documentUrl = (publicUrl: string, uuid: string) =>
  `${publicUrl}/external-api/staged-documents/${uuid}`;
