-- The list of documents by name (decision 0093), and documents by their whole name or its beginning, as before (decision 0079). The uuid
-- puts documents with the same name in order. The next migration drops the index that this one replaces. On its own and CONCURRENTLY, so
-- that nobody waits for it. Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "staged_document_name_uuid_idx" ON "staged_document" (lower("name" COLLATE "und-x-icu") COLLATE "C", "uuid");
