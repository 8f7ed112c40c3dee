-- The same in the order of the cockpit, and in its collation. The index that it begins with was for counting.
CREATE INDEX IF NOT EXISTS "staged_document_asset_identifier_status_created_at_uuid_idx"
    ON "staged_document"("asset_identifier" COLLATE "C", "status", "created_at", "uuid");

DROP INDEX "staged_document_asset_identifier_status_idx";
