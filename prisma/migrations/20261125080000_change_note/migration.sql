-- What the person who made a change wrote about it, such as why a document was deleted (decision 0058); null: nothing.
ALTER TABLE "status_change" ADD COLUMN "note" VARCHAR(1000);

-- It may quote the document, so it goes with the content, whatever program erases it (decision 0049).
CREATE FUNCTION "erase_change_notes"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE status_change SET note = NULL WHERE document_uuid = NEW.uuid AND note IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER "staged_document_notes_erased" AFTER UPDATE OF "file_erased_at" ON "staged_document"
  FOR EACH ROW WHEN (OLD."file_erased_at" IS NULL AND NEW."file_erased_at" IS NOT NULL)
  EXECUTE FUNCTION "erase_change_notes"();
