import type { ReadFailureCode } from "@/lib/processing/rules/reading/reading";

/** A failure in words, with advice on what to do about it. */
export interface FailureText {
  readonly title: string;
  readonly todo: string;
  /** Whether the sentence in the document's record adds details, such as a format or a size. */
  readonly hasDetail: boolean;
}

type UploadFailureCode =
  | "cancelled"
  | "upload-expired"
  | "upload-reported-failed"
  | "file-too-large";

const UPLOAD_AGAIN = "Upload the file again as a new document.";
const BY_HAND = "Look at the file, then approve or delete the document.";

const TEXTS: Readonly<Record<ReadFailureCode | UploadFailureCode, FailureText>> = {
  "format-not-read": {
    title: "This format cannot be read automatically",
    todo: BY_HAND,
    hasDetail: true,
  },
  "no-text": {
    title: "The document contains no text",
    todo: "It is probably a scan or a picture. Look at it, then approve or delete it.",
    hasDetail: false,
  },
  encrypted: {
    title: "The file is protected by a password",
    todo: "Delete the document, remove the password, and upload the file again.",
    hasDetail: false,
  },
  corrupt: {
    title: "The file is damaged",
    todo: "Delete the document, and upload an intact file.",
    hasDetail: true,
  },
  "file-empty": { title: "The file is empty", todo: UPLOAD_AGAIN, hasDetail: false },
  "too-large-to-read": { title: "The file is too large to read", todo: BY_HAND, hasDetail: true },
  "limit-exceeded": {
    title: "Reading the file exceeded a safety limit",
    todo: BY_HAND,
    hasDetail: true,
  },
  "processing-failed": {
    title: "Processing failed because of an internal error",
    todo: "Process the document again. If it fails again, approve or delete it by hand.",
    hasDetail: false,
  },
  cancelled: { title: "The upload was cancelled", todo: UPLOAD_AGAIN, hasDetail: false },
  "upload-expired": { title: "No file arrived in time", todo: UPLOAD_AGAIN, hasDetail: false },
  "upload-reported-failed": {
    title: "The uploading system reported a failure",
    todo: UPLOAD_AGAIN,
    hasDetail: false,
  },
  "file-too-large": {
    title: "The file is larger than allowed",
    todo: "Upload a smaller file, or ask the operator to raise the limit.",
    hasDetail: true,
  },
};

const isKnown = (code: string): code is keyof typeof TEXTS => Object.hasOwn(TEXTS, code);

/**
 * Returns the text for a failure. For a failure that another program reported, there is only that program's own sentence.
 */
export const failureText = (code: string): FailureText =>
  isKnown(code)
    ? TEXTS[code]
    : {
        title: "Another system reported a failure",
        todo: "Look at the file, then process it again, approve it or delete it.",
        hasDetail: true,
      };
