-- When the built-in processor last took a run: as long as it works its way through a queue, what waits behind has not lapsed.
-- On its own and CONCURRENTLY, so that nobody waits for it. Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "processing_run_taken" ON "processing_run"("taken_at") WHERE "processor" IS NOT NULL AND "taken_at" IS NOT NULL;
