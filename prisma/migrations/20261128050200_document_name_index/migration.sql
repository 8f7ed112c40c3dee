-- Finds documents by their whole name or its beginning, in any case (decision 0079). On its own and CONCURRENTLY, so that nobody waits
-- for it. Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "staged_document_lower_name_idx" ON "staged_document" (lower("name" COLLATE "und-x-icu") text_pattern_ops);
