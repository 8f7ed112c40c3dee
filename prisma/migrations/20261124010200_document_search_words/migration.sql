-- Built over the filled table, which is faster than row by row.
-- On its own and CONCURRENTLY, so that nobody waits for it. Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "document_search_words" ON "document_search" USING GIN (("name" || "values" || "content")) WITH (gin_pending_list_limit = 512);
