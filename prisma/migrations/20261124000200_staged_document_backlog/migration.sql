-- Documents that nobody has processed, the first ones first.
-- On its own and CONCURRENTLY, so that nobody waits for it. Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "staged_document_backlog" ON "staged_document"("file_verified_at", "uuid") WHERE "status" = 2;
