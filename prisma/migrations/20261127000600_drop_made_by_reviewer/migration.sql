-- "status_change_reviewer_made_idx" has replaced it.
DROP INDEX CONCURRENTLY IF EXISTS "status_change_made_by_reviewer_idx";
