-- Which documents an administrator made, by the administrator: whether they made any is one look at this index, which the
-- index by document cannot answer. On its own and CONCURRENTLY, so that nobody waits for it. Interrupted, it leaves an invalid index: drop that
-- before the next try.
CREATE INDEX CONCURRENTLY "status_change_administrator_made_idx" ON "status_change" ("actor", "document_uuid")
    WHERE "from_status" IS NULL AND "actor" LIKE 'administrator:%';
