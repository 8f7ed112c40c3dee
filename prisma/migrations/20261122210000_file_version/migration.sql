-- Which version of its object a document is; null for copies, so for all documents so far.
ALTER TABLE "staged_document" ADD COLUMN "file_version_id" TEXT;

-- Not validated: the column is null in every row so far, and a look at each of them would hold up all writers.
ALTER TABLE "staged_document"
    ADD CONSTRAINT "staged_document_version_of_object" CHECK (
        "file_version_id" IS NULL OR "file_object_key" IS NOT NULL
    ) NOT VALID;
