-- Who caused an attempt, such as `administrator:<id>`. Null in all existing rows: only the audit log knows it for them. Both columns are
-- added without a default, so no row is written again.
ALTER TABLE "notification" ADD COLUMN "resent_by" TEXT;
ALTER TABLE "delivery_attempt" ADD COLUMN "author" TEXT;
