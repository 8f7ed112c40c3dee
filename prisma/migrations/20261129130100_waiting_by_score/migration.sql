-- Documents that wait for review, the most doubtful first (decision 0094). Only these documents are in it, so creating and reporting a
-- document do not write it. On its own and CONCURRENTLY, so that nobody waits for it. Interrupted, it leaves an invalid index: drop that
-- before the next try.
CREATE INDEX CONCURRENTLY "staged_document_waiting_score" ON "staged_document"
    (COALESCE(("classification" ->> 'score')::double precision, 0), "uuid") WHERE "status" = 4;
