-- Corrections (decision 0092). Not validated: every row so far met the narrower constraint.
ALTER TABLE "document_event" DROP CONSTRAINT "document_event_kind";
ALTER TABLE "document_event" ADD CONSTRAINT "document_event_kind" CHECK ("kind" IN ('moved', 'corrected', 'content-erased')) NOT VALID;

-- The values before and after a correction are content, so they are erased with the file. The event itself remains.
CREATE OR REPLACE FUNCTION "erase_content"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM document_text WHERE document_uuid = NEW.uuid;
  DELETE FROM prediction WHERE document_uuid = NEW.uuid;
  UPDATE document_event SET details = details - 'changes' WHERE document_uuid = NEW.uuid AND kind = 'corrected';
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
