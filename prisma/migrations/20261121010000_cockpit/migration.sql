-- AlterTable
ALTER TABLE "asset" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "description" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "updated_at" TIMESTAMPTZ(3);

UPDATE "asset" SET "updated_at" = "created_at";

ALTER TABLE "asset" ALTER COLUMN "updated_at" SET NOT NULL;

-- AlterTable
ALTER TABLE "staged_document" ADD COLUMN     "folder" TEXT;

-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "password_changed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_signed_in_at" TIMESTAMPTZ(3),
    "deactivated_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "app_user_email_is_lower_case" CHECK ("email" = lower("email"))
);

-- CreateTable
CREATE TABLE "asset_visit" (
    "user_id" UUID NOT NULL,
    "asset_identifier" VARCHAR(255) NOT NULL,
    "visited_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "asset_visit_pkey" PRIMARY KEY ("user_id","asset_identifier")
);

-- CreateTable
CREATE TABLE "sign_in_throttle" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "sign_in_throttle_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE INDEX "asset_updated_at_idx" ON "asset"("updated_at");

-- Of another collation than the column, so that only the cockpit's statements, which ask in it, are planned with these two: the
-- list of the API would read whole assets through them and sort, instead of one page in its order.
-- CreateIndex
CREATE INDEX "staged_document_asset_identifier_status_idx" ON "staged_document"("asset_identifier" COLLATE "C", "status");

-- CreateIndex
CREATE INDEX "staged_document_asset_identifier_created_at_uuid_idx" ON "staged_document"("asset_identifier" COLLATE "C", "created_at", "uuid");
