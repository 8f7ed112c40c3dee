-- The views that people save of the list of documents (decision 0098). Without a foreign key to the accounts: a shared view outlives its owner.
CREATE TABLE "saved_view" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "name" VARCHAR(80) NOT NULL,
  "address" VARCHAR(8000) NOT NULL,
  "is_shared" BOOLEAN NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- Prisma cannot describe an index on an expression.
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" ("user_id", lower("name" COLLATE "und-x-icu"));
