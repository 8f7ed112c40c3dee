-- Which documents a reviewer made, by the reviewer, as for administrators.
CREATE INDEX CONCURRENTLY "status_change_reviewer_made_idx" ON "status_change" ("actor", "document_uuid")
    WHERE "from_status" IS NULL AND "actor" LIKE 'reviewer:%';
