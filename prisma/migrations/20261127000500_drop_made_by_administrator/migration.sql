-- "status_change_administrator_made_idx" has replaced it.
DROP INDEX CONCURRENTLY IF EXISTS "status_change_made_by_administrator_idx";
