-- Built over the filled table, which is faster than row by row. On its own and CONCURRENTLY, so that nobody waits for it. Interrupted,
-- it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "document_name_parts_parts_idx" ON "document_name_parts" USING GIN ("parts") WITH (gin_pending_list_limit = 512);
