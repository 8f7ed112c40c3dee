-- What an installation made of the vocabulary: its own classes, and shipped ones that it switched off.
CREATE TABLE "document_class" (
    "id" VARCHAR(64) NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "definition" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "document_class_pkey" PRIMARY KEY ("id")
);
