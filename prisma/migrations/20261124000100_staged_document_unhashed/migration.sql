-- For the look after files without a hash.
-- On its own and CONCURRENTLY, so that nobody waits for it. Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "staged_document_unhashed" ON "staged_document"("file_verified_at", "uuid")
    WHERE "file_sha256" IS NULL AND "file_object_key" IS NOT NULL AND "file_erased_at" IS NULL AND "status" IN (2, 3, 4, 5);
