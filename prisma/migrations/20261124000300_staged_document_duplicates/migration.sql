-- For `duplicateOf`.
-- On its own and CONCURRENTLY, so that nobody waits for it. Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "staged_document_duplicates" ON "staged_document"("file_sha256", "created_at", "uuid") WHERE "file_sha256" IS NOT NULL;
