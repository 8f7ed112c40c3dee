-- Erasure (decision 0049): whatever program notes that a file is erased, all that was read of it goes in the same statement, also
-- when that program is an older version that knows of no text. The words of the reason are ours only where the sweeper wrote them.
CREATE FUNCTION "erase_content"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM document_text WHERE document_uuid = NEW.uuid;
  DELETE FROM prediction WHERE document_uuid = NEW.uuid;
  UPDATE processing_run SET reading = NULL WHERE document_uuid = NEW.uuid AND reading IS NOT NULL;
  UPDATE document_search SET "values" = '', content = '' WHERE document_uuid = NEW.uuid;
  NEW.classification := NULL;
  IF NEW.failure_message IS NOT NULL AND NOT EXISTS (
    SELECT FROM status_change WHERE document_uuid = NEW.uuid AND to_status = NEW.status AND actor = 'sweeper'
  ) THEN
    NEW.failure_message := 'The reason was erased together with the file.';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "staged_document_erased" BEFORE UPDATE OF "file_erased_at" ON "staged_document"
  FOR EACH ROW WHEN (OLD."file_erased_at" IS NULL AND NEW."file_erased_at" IS NOT NULL)
  EXECUTE FUNCTION "erase_content"();

-- Documents that were erased before kept what others had reported about them.
UPDATE "staged_document" SET "classification" = NULL WHERE "file_erased_at" IS NOT NULL AND "classification" IS NOT NULL;
UPDATE "staged_document" SET "failure_message" = 'The reason was erased together with the file.'
WHERE "file_erased_at" IS NOT NULL AND "failure_message" IS NOT NULL AND NOT EXISTS (
  SELECT FROM "status_change" WHERE "document_uuid" = "uuid" AND "to_status" = "status" AND "actor" = 'sweeper'
);
