-- Which documents an administrator made, so that they are not new to them. What API keys make, nearly everything, is not in it.
CREATE INDEX IF NOT EXISTS "status_change_made_by_administrator_idx" ON "status_change" ("document_uuid", "actor")
    WHERE "from_status" IS NULL AND "actor" LIKE 'administrator:%';
