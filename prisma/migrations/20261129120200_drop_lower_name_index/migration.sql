-- Replaced by "staged_document_name_uuid_idx".
DROP INDEX CONCURRENTLY IF EXISTS "staged_document_lower_name_idx";
