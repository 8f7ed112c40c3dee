-- What somebody has decided today (decision 0094). Creations and reports are not in this index. On its own and CONCURRENTLY, so that nobody
-- waits for it. Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "status_change_decided" ON "status_change" ("actor", "at")
    WHERE "from_status" IN (2, 4) AND "to_status" IN (5, 8);
