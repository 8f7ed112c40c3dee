import type { DocumentAction } from "@/lib/documents/rules/document-actions";
import { STATUS } from "@/lib/documents/rules/status";
import type { PageDocument } from "@/lib/http/documents/document-page-schemas";
import { formatCount } from "./format";

/** Text for the page of one document. */
export const DOCUMENT_PAGE_TEXTS = {
  pageTitle: "Document",
  noAsset: "no asset has this identifier",
  asset: "Asset",
  size: "Size",
  noSize: "No file yet",
  added: "Added",
  download: "Download",
  duplicateTitle: "This file was uploaded before",
  duplicateHelp: "The same bytes are already in this document:",
  deletedTitle: (reason: string | null) =>
    reason === null ? "This document was deleted" : `This document was deleted: ${reason}`,
  erasedTitle: "The file was erased",
  erasedHelp: "Its record and its history are kept.",
  previewTitle: "Preview",
  dataTitle: "Data",
  noDataYet: "Nothing has been read from this document yet.",
  noData: "Nothing was read from this document.",
  noDataErased: "The data was erased with the file.",
  noDataWhileProcessing: "The document is being read. The data appears here when it is done.",
  documentClass: "Class",
  alternatives: "Also possible",
  language: "Language",
  pages: "Pages",
  processor: "Read by",
  fieldsTitle: "Fields",
  noFields: "No fields were found.",
  fieldsHint: "Point to a field to see where it is in the document.",
  attachmentsTitle: "Attachments",
  attachmentsHelp: "Each attachment has its own class and fields.",
  fieldsOf: (name: string) => `Fields of ${name}`,
  showOnPage: (page: number) => `Page ${page}`,
  showFieldOnPage: (label: string, page: number) => `Show ${label} on page ${page}`,
  copyField: (label: string) => `Copy ${label}`,
  checks: { passed: "Check passed", failed: "Check failed" },
  findingsTitle: "What to check",
  failureTodo: "What to do:",
  notFoundTitle: "Document not found",
  notFound: "No document has this address. Check it for typing errors.",
  notFoundLink: "Go to the cockpit",
} as const;

/** Returns why there is no data to show. */
export function noDataText({ status, file }: Pick<PageDocument, "status" | "file">): string {
  if (file?.erasedAt) return DOCUMENT_PAGE_TEXTS.noDataErased;
  if (status === STATUS.processing) return DOCUMENT_PAGE_TEXTS.noDataWhileProcessing;
  const isEarly = status === STATUS.waitingForUpload || status === STATUS.uploadSuccessful;
  return isEarly ? DOCUMENT_PAGE_TEXTS.noDataYet : DOCUMENT_PAGE_TEXTS.noData;
}

const SURE = 0.95;
const FAIRLY = 0.8;
const UNSURE = 0.5;

/** Whether a value with this score need not be checked. */
export const isVerySure = (score: number): boolean => score >= SURE;

/** Describes a score in words and as a percentage. */
export function scoreText(score: number): string {
  const percent = `${Math.round(score * 100)}%`;
  if (isVerySure(score)) return `Very sure, ${percent}`;
  if (score >= FAIRLY) return `Fairly sure, ${percent}`;
  return score >= UNSURE ? `Unsure, ${percent}` : `A guess, ${percent}`;
}

/** Text for the actions on a document. */
export const ACTION_TEXTS = {
  title: "Actions",
  labels: {
    "check-upload": "Check the upload",
    accept: "Accept",
    approve: "Approve",
    "process-again": "Process again",
    delete: "Delete",
    cancel: "Cancel upload",
    move: "Move to another asset",
    erase: "Erase the content",
  } satisfies Record<DocumentAction, string>,
  notOffered: "Why other actions are unavailable",
  refusals: {
    "no-processor": "processing is switched off (PROCESSOR=none).",
    final: "the status is final.",
    erased: "the content is already erased.",
  },
  needsRole: (action: DocumentAction) =>
    `your role does not allow it. You need the role ${action === "erase" ? "administrator" : "reviewer"}.`,
  onlyAt: (labels: readonly string[]) => `only possible with status ${labels.join(" or ")}.`,
  pending: {
    approve: "The document will be approved.",
    accept: "The document will be accepted.",
    delete: "The document will be deleted.",
  },
  pendingIn: (seconds: number) => `Sending in ${seconds} s`,
  undo: "Undo",
  done: {
    "check-upload": (name: string) => `The upload of ${name} is complete`,
    accept: (name: string) => `${name} was accepted`,
    approve: (name: string) => `${name} was approved`,
    "process-again": (name: string) => `${name} is being processed again`,
    delete: (name: string) => `${name} was deleted`,
    cancel: (name: string) => `The upload of ${name} was cancelled`,
    move: (name: string) => `${name} was moved`,
    erase: (name: string) => `The content of ${name} was erased`,
  } satisfies Record<DocumentAction, (name: string) => string>,
  failed: {
    "check-upload": (name: string) => `The upload of ${name} is not complete`,
    accept: (name: string) => `${name} was not accepted`,
    approve: (name: string) => `${name} was not approved`,
    "process-again": (name: string) => `${name} was not processed again`,
    delete: (name: string) => `${name} was not deleted`,
    cancel: (name: string) => `The upload of ${name} was not cancelled`,
    move: (name: string) => `${name} was not moved`,
    erase: (name: string) => `The content of ${name} was not erased`,
  } satisfies Record<DocumentAction, (name: string) => string>,
  overtaken: "The document was changed in the meantime. The page shows what happened.",
  cancelTitle: "Cancel this upload?",
  cancelHelp: (name: string) =>
    `${name} will be marked as “Cancelled”, and the remote system will be notified that the upload failed. To upload the file later, create a new document.`,
  moveTitle: "Move to another asset",
  moveHelp: "The status will stay the same, and the remote system will not be notified.",
  moveSearch: "Search assets",
  moveChoices: "Assets",
  moveNone: "No other asset matches your search.",
  moveMore: (count: number) =>
    `${formatCount(count)} more assets match. Search to narrow them down.`,
  move: "Move",
  eraseTitle: "Erase the content of this document?",
  eraseHelp: (name: string) =>
    `${name} and everything read from it will be permanently erased. The document’s record and history will be kept. You cannot undo this.`,
  eraseReason: "Reason (optional)",
  eraseReasonHelp: "The reason will be kept in the timeline and the audit log.",
  eraseWord: "erase",
  eraseConfirm: "Type “erase” to confirm",
} as const;
