-- The number of the last run of processing; its row is current as long as it is not ended (decision 0047).
ALTER TABLE "staged_document" ADD COLUMN "processing_run" INTEGER;

-- CreateTable
CREATE TABLE "processing_run" (
    "document_uuid" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "attempt" SMALLINT NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "taken_by" TEXT,
    "processor" TEXT,
    "outcome" TEXT,
    "file_sha256" TEXT,
    "reading" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "requested_at" TIMESTAMPTZ(3),
    "taken_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "processing_run_pkey" PRIMARY KEY ("document_uuid", "n")
);

-- CreateTable
CREATE TABLE "document_text" (
    "document_uuid" UUID NOT NULL,
    "run" INTEGER NOT NULL,
    "page" INTEGER NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "document_text_pkey" PRIMARY KEY ("document_uuid", "run", "page")
);

-- CreateTable
CREATE TABLE "prediction" (
    "document_uuid" UUID NOT NULL,
    "run" INTEGER NOT NULL,
    "document_class" TEXT NOT NULL,
    "score" REAL NOT NULL,
    "result" JSONB NOT NULL,
    "processor" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prediction_pkey" PRIMARY KEY ("document_uuid", "run")
);

-- CreateTable
CREATE TABLE "processing_configuration" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "processor" TEXT NOT NULL,
    "hash_since" TIMESTAMPTZ(3) NOT NULL,
    "is_backlog_started" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "processing_configuration_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "processing_run" ADD CONSTRAINT "processing_run_document_uuid_fkey" FOREIGN KEY ("document_uuid") REFERENCES "staged_document"("uuid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_text" ADD CONSTRAINT "document_text_document_uuid_run_fkey" FOREIGN KEY ("document_uuid", "run") REFERENCES "processing_run"("document_uuid", "n") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prediction" ADD CONSTRAINT "prediction_document_uuid_run_fkey" FOREIGN KEY ("document_uuid", "run") REFERENCES "processing_run"("document_uuid", "n") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the code promises, kept by the database as well.
ALTER TABLE "processing_run"
    ADD CONSTRAINT "processing_run_state_known" CHECK ("state" IN ('waiting', 'taken', 'ended')),
    ADD CONSTRAINT "processing_run_taken_whole" CHECK (
        "state" <> 'taken' OR num_nulls("lease_until", "taken_by", "taken_at") = 0
    ),
    ADD CONSTRAINT "processing_run_ended_whole" CHECK (
        ("state" = 'ended') = ("ended_at" IS NOT NULL) AND ("state" = 'ended') = ("outcome" IS NOT NULL)
    );

ALTER TABLE "processing_configuration"
    ADD CONSTRAINT "processing_configuration_single" CHECK ("id" = 1),
    ADD CONSTRAINT "processing_configuration_known" CHECK ("processor" IN ('builtin', 'external', 'none'));

-- For the looks, which read only what waits and what has a lease.
CREATE INDEX "processing_run_waiting" ON "processing_run"("requested_at", "created_at", "document_uuid", "n") WHERE "state" = 'waiting';
CREATE INDEX "processing_run_current" ON "processing_run"("document_uuid", "n") WHERE "state" <> 'ended';
CREATE INDEX "processing_run_leases" ON "processing_run"("lease_until") WHERE "state" <> 'ended' AND "lease_until" IS NOT NULL;
-- Whoever has processed documents here goes on doing so.
INSERT INTO "processing_configuration" ("id", "processor", "hash_since")
SELECT 1,
       CASE WHEN EXISTS (
           SELECT FROM "status_change" WHERE "from_status" = 2 AND "to_status" = 3 AND "actor" LIKE 'api-key:%'
       ) THEN 'external' ELSE 'builtin' END,
       now();

-- Documents in flight: whoever took them has an hour from now, the default of PROCESSING_LEASE_SECONDS.
INSERT INTO "processing_run" ("document_uuid", "n", "state", "lease_until", "taken_by", "created_at", "taken_at")
SELECT "uuid", 1, 'taken', now() + interval '1 hour',
       COALESCE(
           (SELECT "actor" FROM "status_change" WHERE "document_uuid" = "uuid" AND "to_status" = 3 ORDER BY "id" DESC LIMIT 1),
           'unknown'
       ),
       now(), now()
FROM "staged_document"
WHERE "status" = 3;

UPDATE "staged_document" SET "processing_run" = 1 WHERE "status" = 3;
