-- The list of an asset at a status that is rare there. A large database may get it beforehand with CREATE INDEX CONCURRENTLY,
-- and the same below; otherwise writers wait about a second for each million documents.
CREATE INDEX IF NOT EXISTS "staged_document_asset_identifier_status_updated_at_uuid_idx"
    ON "staged_document"("asset_identifier", "status", "updated_at", "uuid");
