-- Documents whose content was erased by somebody while their bytes may still lie in the object store (decision 0055): the row is written
-- by the statement that marks the document, and goes when the bytes are gone.
CREATE TABLE "content_removal" (
  "document_uuid" UUID NOT NULL,
  "requested_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "content_removal_pkey" PRIMARY KEY ("document_uuid"),
  CONSTRAINT "content_removal_document_uuid_fkey" FOREIGN KEY ("document_uuid") REFERENCES "staged_document"("uuid") ON DELETE RESTRICT ON UPDATE CASCADE
);
