-- CreateTable
CREATE TABLE "asset" (
    "id" UUID NOT NULL,
    "identifier" VARCHAR(255) NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "asset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staged_document" (
    "uuid" UUID NOT NULL,
    "asset_identifier" VARCHAR(255) NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "status" SMALLINT NOT NULL,
    "upload_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "file_size" BIGINT,
    "file_content_type" TEXT,
    "file_sha256" TEXT,
    "file_verified_at" TIMESTAMPTZ(3),
    "file_object_key" TEXT,
    "file_erased_at" TIMESTAMPTZ(3),
    "failure_code" TEXT,
    "failure_message" TEXT,

    CONSTRAINT "staged_document_pkey" PRIMARY KEY ("uuid")
);

-- CreateTable
CREATE TABLE "status_change" (
    "id" BIGSERIAL NOT NULL,
    "document_uuid" UUID NOT NULL,
    "from_status" SMALLINT,
    "to_status" SMALLINT NOT NULL,
    "actor" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "notify" BOOLEAN NOT NULL,
    "sequence" BIGINT,

    CONSTRAINT "status_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_configuration" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "url" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_configuration_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "asset_identifier_key" ON "asset"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "status_change_sequence_key" ON "status_change"("sequence");

-- CreateIndex
CREATE INDEX "status_change_document_uuid_id_idx" ON "status_change"("document_uuid", "id");

-- AddForeignKey
ALTER TABLE "status_change" ADD CONSTRAINT "status_change_document_uuid_fkey" FOREIGN KEY ("document_uuid") REFERENCES "staged_document"("uuid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the code promises, kept by the database as well: known statuses only, a file with every status that has one.
ALTER TABLE "staged_document"
    ADD CONSTRAINT "staged_document_status_known" CHECK ("status" IN (1, 2, 3, 4, 5, 6, 8)),
    ADD CONSTRAINT "staged_document_file_with_status" CHECK ("status" IN (1, 6) OR "file_object_key" IS NOT NULL),
    ADD CONSTRAINT "staged_document_file_whole" CHECK (
        num_nulls("file_size", "file_content_type", "file_verified_at", "file_object_key") IN (0, 4)
    ),
    ADD CONSTRAINT "staged_document_failure_whole" CHECK (num_nulls("failure_code", "failure_message") IN (0, 2));

ALTER TABLE "webhook_configuration"
    ADD CONSTRAINT "webhook_configuration_single" CHECK ("id" = 1);
