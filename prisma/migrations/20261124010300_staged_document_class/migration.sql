-- The list of one class, in the order of every list.
-- On its own and CONCURRENTLY, so that nobody waits for it. Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "staged_document_class" ON "staged_document"(("classification" ->> 'documentClass'), "updated_at", "uuid")
    WHERE "classification" IS NOT NULL;
