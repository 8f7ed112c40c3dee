-- Counters that have expired are removed without a walk through all of them.
CREATE INDEX "sign_in_throttle_expire_idx" ON "sign_in_throttle" ("expire");
