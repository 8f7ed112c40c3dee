-- Work on many documents: who started it, and a row for each document with its result (decision 0097). There is no foreign key to the
-- documents, because nothing reads the table by document. The hourly sweep removes work after 30 days.
CREATE TABLE "bulk_work" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "session_id" UUID,
  "actor" TEXT,
  "state" TEXT NOT NULL,
  "generation" INTEGER NOT NULL DEFAULT 0,
  "action" TEXT,
  "details" JSONB,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "progressed_at" TIMESTAMPTZ(3),
  "ended_at" TIMESTAMPTZ(3),
  "ending" TEXT,
  "dismissed_at" TIMESTAMPTZ(3),
  CONSTRAINT "bulk_work_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "bulk_work_user_id_created_at_idx" ON "bulk_work" ("user_id", "created_at");
CREATE INDEX "bulk_work_created_at_idx" ON "bulk_work" ("created_at");
CREATE TABLE "bulk_work_item" (
  "work_id" UUID NOT NULL,
  "document_uuid" UUID NOT NULL,
  "run" INTEGER,
  "result" TEXT,
  "reason" TEXT,
  CONSTRAINT "bulk_work_item_pkey" PRIMARY KEY ("work_id", "document_uuid"),
  CONSTRAINT "bulk_work_item_work_id_fkey" FOREIGN KEY ("work_id") REFERENCES "bulk_work" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
