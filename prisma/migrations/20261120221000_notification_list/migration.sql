-- The log is listed by state too: of a rare one it finds the few without a walk through all the others.
CREATE INDEX "notification_state_created_at_id_idx" ON "notification"("state", "created_at", "id");
