-- When a notification was last answered 200, without a walk through all that were.
CREATE INDEX "notification_delivered_idx" ON "notification" ("settled_at")
    WHERE "state" = 'delivered' AND NOT "is_test";

-- What was given up, without the tests that failed.
CREATE INDEX "notification_undelivered_idx" ON "notification" ("id")
    WHERE "state" = 'undelivered' AND NOT "is_test";
