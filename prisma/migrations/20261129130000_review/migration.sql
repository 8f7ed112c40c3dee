-- Reviewers hold the document they are looking at, and put others off (decision 0094). Both tables are small: the hourly sweep removes rows
-- that have ended.
CREATE TABLE "review_claim" (
  "document_uuid" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "review_claim_pkey" PRIMARY KEY ("document_uuid"),
  CONSTRAINT "review_claim_document_uuid_fkey" FOREIGN KEY ("document_uuid") REFERENCES "staged_document" ("uuid") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE "review_skip" (
  "document_uuid" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "review_skip_pkey" PRIMARY KEY ("user_id", "document_uuid"),
  CONSTRAINT "review_skip_document_uuid_fkey" FOREIGN KEY ("document_uuid") REFERENCES "staged_document" ("uuid") ON DELETE CASCADE ON UPDATE CASCADE
);
