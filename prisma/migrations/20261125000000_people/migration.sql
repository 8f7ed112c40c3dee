-- People with roles, sessions as rows, the audit and events of documents (decision 0050). Existing users
-- become administrators by the default, which an older version beside this one also relies on. Existing sessions end once.

ALTER TABLE "app_user" ADD COLUMN "role" TEXT NOT NULL DEFAULT 'administrator',
  ALTER COLUMN "password_hash" DROP NOT NULL;
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_role" CHECK ("role" IN ('administrator', 'reviewer', 'reader'));

ALTER TABLE "api_key" ADD COLUMN "allowed_networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "rotated_from_id" UUID;

ALTER TABLE "asset" ADD COLUMN "folder" TEXT;

CREATE TABLE "user_session" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "method" TEXT NOT NULL,
  "second_factor_at" TIMESTAMPTZ(3),
  "address" TEXT,
  "user_agent" VARCHAR(512),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  "ended_because" TEXT,
  CONSTRAINT "user_session_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "user_session_method" CHECK ("method" IN ('password', 'single-sign-on')),
  CONSTRAINT "user_session_ended" CHECK (("ended_at" IS NULL) = ("ended_because" IS NULL)),
  CONSTRAINT "user_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "user_session_user_id_created_at_idx" ON "user_session"("user_id", "created_at");
CREATE INDEX "user_session_expires_at_idx" ON "user_session"("expires_at");

CREATE TABLE "invitation" (
  "id" UUID NOT NULL,
  "hash" BYTEA NOT NULL,
  "user_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "created_by" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  CONSTRAINT "invitation_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "invitation_kind" CHECK ("kind" IN ('invitation', 'password-reset')),
  CONSTRAINT "invitation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "invitation_hash_key" ON "invitation"("hash");
CREATE INDEX "invitation_user_id_created_at_idx" ON "invitation"("user_id", "created_at");

CREATE TABLE "second_factor" (
  "user_id" UUID NOT NULL,
  "secret" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "confirmed_at" TIMESTAMPTZ(3),
  "last_used_step" BIGINT,
  CONSTRAINT "second_factor_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "second_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "recovery_code" (
  "user_id" UUID NOT NULL,
  "hash" BYTEA NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("user_id", "hash"),
  CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "external_identity" (
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "user_id" UUID NOT NULL,
  "linked_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "external_identity_pkey" PRIMARY KEY ("issuer", "subject"),
  CONSTRAINT "external_identity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "external_identity_user_id_idx" ON "external_identity"("user_id");

CREATE TABLE "audit_entry" (
  "id" BIGSERIAL NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "actor" TEXT NOT NULL,
  "address" TEXT,
  "request_id" UUID,
  "action" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "before" JSONB,
  "after" JSONB,
  "sequence" BIGINT,
  "mac" BYTEA,
  CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "audit_entry_chained" CHECK (("sequence" IS NULL) = ("mac" IS NULL))
);
CREATE UNIQUE INDEX "audit_entry_sequence_key" ON "audit_entry"("sequence");
CREATE INDEX "audit_entry_at_id_idx" ON "audit_entry"("at", "id");
CREATE INDEX "audit_entry_actor_id_idx" ON "audit_entry"("actor", "id");
CREATE INDEX "audit_entry_subject_id_idx" ON "audit_entry"("subject", "id");
-- What the chain still has to number, oldest first.
CREATE INDEX "audit_entry_unchained" ON "audit_entry" ("id") WHERE "sequence" IS NULL;

CREATE TABLE "document_event" (
  "id" BIGSERIAL NOT NULL,
  "document_uuid" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "actor" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "request_id" UUID,
  "details" JSONB NOT NULL,
  CONSTRAINT "document_event_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "document_event_kind" CHECK ("kind" IN ('moved', 'content-erased')),
  CONSTRAINT "document_event_document_uuid_fkey" FOREIGN KEY ("document_uuid") REFERENCES "staged_document"("uuid") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "document_event_document_uuid_id_idx" ON "document_event"("document_uuid", "id");
