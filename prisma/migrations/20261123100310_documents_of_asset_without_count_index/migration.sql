-- It was for counting. Alone, for only so can it wait for a running pg_dump without others waiting behind it.
DROP INDEX CONCURRENTLY IF EXISTS "staged_document_asset_identifier_status_idx";
