import type { DocumentFile, StagedDocument } from "../rules/staged-document";

/** Creates a verified file; tests pass only the values they care about. */
export function aDocumentFile(overrides: Partial<DocumentFile> = {}): DocumentFile {
  return {
    sizeBytes: 7,
    contentType: "application/pdf",
    sha256: null,
    verifiedAt: new Date("2026-03-01T12:05:00.000Z"),
    objectKey:
      "documents/019cbc00-0000-7000-8000-0000000000aa/019cbc00-0000-7000-8000-0000000000bb",
    versionId: null,
    erasedAt: null,
    ...overrides,
  };
}

/** Creates a document that is waiting for its upload; tests pass only the values they care about. */
export function aStagedDocument(overrides: Partial<StagedDocument> = {}): StagedDocument {
  return {
    uuid: "019cbc00-0000-7000-8000-0000000000aa",
    assetIdentifier: "BLD-0001",
    name: "report.pdf",
    folder: null,
    status: 1,
    uploadExpiresAt: new Date("2026-03-01T13:00:00.000Z"),
    createdAt: new Date("2026-03-01T12:00:00.000Z"),
    updatedAt: new Date("2026-03-01T12:00:00.000Z"),
    file: null,
    classification: null,
    failure: null,
    deletion: null,
    processingRun: null,
    duplicateOf: null,
    ...overrides,
  };
}
