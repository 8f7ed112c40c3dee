-- The key by which an email identifies an account (decision 0073). The start fills it, because only the program normalises
-- Unicode as it does for new accounts. An older version beside this one leaves it null.
ALTER TABLE "app_user" ADD COLUMN "email_key" TEXT;
CREATE UNIQUE INDEX "app_user_email_key_key" ON "app_user"("email_key");
