-- Which documents a reviewer made, so that they are not new to them, as for administrators. On its own and CONCURRENTLY, so that nobody
-- waits for it. Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "status_change_made_by_reviewer_idx" ON "status_change" ("document_uuid", "actor")
    WHERE "from_status" IS NULL AND "actor" LIKE 'reviewer:%';
