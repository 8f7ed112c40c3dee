-- AlterTable
ALTER TABLE "status_change" ADD COLUMN     "notification_id" UUID,
ADD COLUMN     "request_id" UUID;

-- AlterTable
ALTER TABLE "webhook_configuration" ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "recovered_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "body" BYTEA NOT NULL,
    "item_count" SMALLINT NOT NULL,
    "state" TEXT NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "is_resend" BOOLEAN NOT NULL DEFAULT false,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "generation_at" TIMESTAMPTZ(3) NOT NULL,
    "series_started_at" TIMESTAMPTZ(3),
    "slot" SMALLINT NOT NULL DEFAULT 0,
    "last_interval_ms" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "next_cause" TEXT,
    "planned_at" TIMESTAMPTZ(3),
    "not_before" TIMESTAMPTZ(3),
    "woken_at" TIMESTAMPTZ(3),
    "oldest_change_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "id" BIGSERIAL NOT NULL,
    "notification_id" UUID NOT NULL,
    "generation" INTEGER NOT NULL,
    "n" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "url" TEXT NOT NULL,
    "request_headers" JSONB NOT NULL,
    "status" SMALLINT,
    "failure_code" TEXT,
    "failure_detail" TEXT,
    "answer_headers" JSONB,
    "answer_body" BYTEA,
    "is_answer_truncated" BOOLEAN NOT NULL DEFAULT false,
    "dns_ms" REAL,
    "connect_ms" REAL,
    "tls_ms" REAL,
    "first_byte_ms" REAL,
    "total_ms" REAL NOT NULL,
    "address" TEXT,
    "port" INTEGER,
    "tls_version" TEXT,
    "certificate_issuer" TEXT,
    "certificate_expires_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notification_created_at_id_idx" ON "notification"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_attempt_notification_id_generation_n_key" ON "delivery_attempt"("notification_id", "generation", "n");

-- CreateIndex
CREATE INDEX "status_change_notification_id_id_idx" ON "status_change"("notification_id", "id");

-- AddForeignKey
ALTER TABLE "status_change" ADD CONSTRAINT "status_change_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notification"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notification"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the code promises: a pending notification has a next attempt, a settled one has none; an attempt has an answer
-- or a reason why there was none.
ALTER TABLE "notification"
    ADD CONSTRAINT "notification_state_known" CHECK ("state" IN ('pending', 'delivered', 'undelivered')),
    ADD CONSTRAINT "notification_next_while_pending" CHECK (
        ("state" = 'pending') = ("next_attempt_at" IS NOT NULL AND "next_cause" IS NOT NULL AND "settled_at" IS NULL)
    ),
    ADD CONSTRAINT "notification_size" CHECK ("item_count" BETWEEN 1 AND 100);

ALTER TABLE "delivery_attempt"
    ADD CONSTRAINT "delivery_attempt_answer_or_reason" CHECK (num_nulls("status", "failure_code") = 1);

-- What waits to be frozen, and what is outstanding: both sets are small, whatever the tables hold.
CREATE INDEX "status_change_unfrozen_idx" ON "status_change" ("sequence")
    WHERE "notify" AND "notification_id" IS NULL AND "sequence" IS NOT NULL;

CREATE INDEX "notification_pending_idx" ON "notification" ("next_attempt_at") WHERE "state" = 'pending';

-- The log is listed by state too: of a rare one it finds the few without a walk through all the others.
CREATE INDEX "notification_state_created_at_id_idx" ON "notification"("state", "created_at", "id");
