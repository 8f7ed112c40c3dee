-- The documents of an asset by any part of their names and folders (decision 0066), without an extension.

-- A number for each three letters in a row of a text, in lower case as ILIKE compares it: the upper 20 bits are those of the asset, so
-- that the numbers of an asset are neighbours in the index, the lower 12 those of the letters. Numbers may coincide, so what is found
-- must be compared with the text. Empty for a text of fewer than three letters and for no text.
CREATE FUNCTION "search_parts"("asset" TEXT, "text" TEXT) RETURNS INTEGER[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  "of_asset" INTEGER := ('x' || left(encode(sha256(convert_to("asset", 'UTF8')), 'hex'), 5) || '000')::bit(32)::integer;
  "first" INTEGER := 0;
  "second" INTEGER := 0;
  "third" INTEGER;
  "letter" TEXT;
  "parts" INTEGER[] := '{}';
BEGIN
  FOREACH "letter" IN ARRAY COALESCE(string_to_array(lower("text" COLLATE "und-x-icu"), NULL), '{}') LOOP
    "third" := ascii("letter");
    "parts" := "parts" || ("of_asset" | (("first" * 331 + "second" * 37 + "third") & 4095));
    "first" := "second";
    "second" := "third";
  END LOOP;
  RETURN "parts"[3:];
END
$$;

-- One row for each document, kept by triggers like "document_search". A table of its own, because rows of that one are written again
-- with each text and each classification.
CREATE TABLE "document_name_parts" (
    "document_uuid" UUID NOT NULL,
    "parts" INTEGER[] NOT NULL,

    CONSTRAINT "document_name_parts_pkey" PRIMARY KEY ("document_uuid"),
    CONSTRAINT "document_name_parts_document_uuid_fkey" FOREIGN KEY ("document_uuid") REFERENCES "staged_document"("uuid") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE OR REPLACE FUNCTION "search_new_document"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO document_search (document_uuid, name, "values", content)
  VALUES (NEW.uuid, search_name(NEW.name), search_values(NEW.classification), '')
  ON CONFLICT (document_uuid) DO NOTHING;
  INSERT INTO document_name_parts (document_uuid, parts)
  VALUES (NEW.uuid, search_parts(NEW.asset_identifier, NEW.name) || search_parts(NEW.asset_identifier, NEW.folder))
  ON CONFLICT (document_uuid) DO NOTHING;
  RETURN NULL;
END
$$;

-- The next migration may not have added the row yet.
CREATE FUNCTION "search_renamed_document"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO document_name_parts (document_uuid, parts)
  VALUES (NEW.uuid, search_parts(NEW.asset_identifier, NEW.name) || search_parts(NEW.asset_identifier, NEW.folder))
  ON CONFLICT (document_uuid) DO UPDATE SET parts = EXCLUDED.parts;
  RETURN NULL;
END
$$;

CREATE TRIGGER "staged_document_renamed" AFTER UPDATE OF "name", "folder", "asset_identifier" ON "staged_document"
  FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."folder" IS DISTINCT FROM NEW."folder"
    OR OLD."asset_identifier" IS DISTINCT FROM NEW."asset_identifier")
  EXECUTE FUNCTION "search_renamed_document"();
