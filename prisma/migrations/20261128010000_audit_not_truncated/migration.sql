-- TRUNCATE of the audit is refused like DELETE. A trigger for a statement has neither OLD nor NEW, so they are read only for an UPDATE.
CREATE OR REPLACE FUNCTION "audit_entry_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.sequence IS NULL
      AND (NEW.id, NEW.at, NEW.actor, NEW.address, NEW.request_id, NEW.action, NEW.subject, NEW.before, NEW.after)
        IS NOT DISTINCT FROM
        (OLD.id, OLD.at, OLD.actor, OLD.address, OLD.request_id, OLD.action, OLD.subject, OLD.before, OLD.after)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'Entries of the audit can neither be changed nor deleted.' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "audit_entry_not_truncated" BEFORE TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_entry_is_kept"();
