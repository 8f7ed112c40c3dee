-- Why a document was deleted (decision 0091). Both columns are added without a default, so no row is written again.
-- Earlier notes stay in the timeline alone, because their authors were told that the remote system does not get them.
ALTER TABLE "staged_document" ADD COLUMN "deletion_reason" TEXT, ADD COLUMN "deletion_note" VARCHAR(1000);

-- The note may quote the document, so it goes with the content, whatever program erases it (decision 0049).
CREATE FUNCTION "erase_deletion_note"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.deletion_note := NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER "staged_document_deletion_note_erased" BEFORE UPDATE OF "file_erased_at" ON "staged_document"
  FOR EACH ROW WHEN (OLD."file_erased_at" IS NULL AND NEW."file_erased_at" IS NOT NULL)
  EXECUTE FUNCTION "erase_deletion_note"();
