-- The same in the order of the cockpit, and in its collation.
CREATE INDEX IF NOT EXISTS "staged_document_asset_identifier_status_created_at_uuid_idx"
    ON "staged_document"("asset_identifier" COLLATE "C", "status", "created_at", "uuid");
