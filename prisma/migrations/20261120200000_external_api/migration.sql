-- AlterTable
ALTER TABLE "staged_document" ADD COLUMN     "classification" JSONB;

-- AlterTable
ALTER TABLE "status_change" ADD COLUMN     "listed" BOOLEAN;

-- AlterTable
ALTER TABLE "webhook_configuration" ADD COLUMN     "previous_secret" BYTEA,
ADD COLUMN     "previous_secret_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "secret" BYTEA;

-- CreateTable
CREATE TABLE "idempotency_key" (
    "api_key_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "document_uuid" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("api_key_id","key")
);

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "staged_document_updated_at_uuid_idx" ON "staged_document"("updated_at", "uuid");

-- CreateIndex
CREATE INDEX "staged_document_asset_identifier_updated_at_uuid_idx" ON "staged_document"("asset_identifier", "updated_at", "uuid");

-- CreateIndex
CREATE INDEX "staged_document_status_updated_at_uuid_idx" ON "staged_document"("status", "updated_at", "uuid");

-- Rows of before: the listed moves of that version of the lifecycle.
UPDATE "status_change" SET "listed" = ("from_status" IS NULL AND "to_status" = 1)
    OR ("from_status", "to_status") IN ((1, 2), (1, 6), (2, 5), (3, 4), (3, 5), (4, 5), (2, 8), (3, 8), (4, 8));

-- AlterTable
ALTER TABLE "status_change" ALTER COLUMN "listed" SET NOT NULL;

-- What waits for its number, and what the sweeper looks for: both sets are small, whatever the tables hold.
CREATE INDEX "status_change_unnumbered_idx" ON "status_change" ("id") WHERE "listed" AND "sequence" IS NULL;

CREATE INDEX "staged_document_awaited_idx" ON "staged_document" ("upload_expires_at") WHERE "status" = 1;

CREATE INDEX "staged_document_erasable_idx" ON "staged_document" ("updated_at")
    WHERE "status" IN (6, 8) AND "file_erased_at" IS NULL;
