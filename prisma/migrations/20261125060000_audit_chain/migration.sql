-- The chain of the audit (decision 0056): which key an entry was chained with, the guard against changes, and an index for each filter
-- of the page. An older version beside this one neither reads nor writes the table.

ALTER TABLE "audit_entry" ADD COLUMN "key_id" TEXT;
ALTER TABLE "audit_entry" DROP CONSTRAINT "audit_entry_chained";
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_chained"
  CHECK (("sequence" IS NULL) = ("mac" IS NULL) AND ("sequence" IS NULL) = ("key_id" IS NULL));

DROP INDEX "audit_entry_actor_id_idx";
DROP INDEX "audit_entry_subject_id_idx";
CREATE INDEX "audit_entry_action_at_id_idx" ON "audit_entry"("action", "at", "id");
CREATE INDEX "audit_entry_subject_at_id_idx" ON "audit_entry"("subject", "at", "id");
-- A person keeps their id when their role changes: `administrator:7` and `reviewer:7` are the same one.
CREATE INDEX "audit_entry_who_at_id_idx" ON "audit_entry"((substr("actor", strpos("actor", ':') + 1)), "at", "id");

-- A first guard only: whoever owns the table can drop it, and verification finds what they do after that.
CREATE FUNCTION "audit_entry_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.sequence IS NULL
    AND (NEW.id, NEW.at, NEW.actor, NEW.address, NEW.request_id, NEW.action, NEW.subject, NEW.before, NEW.after)
      IS NOT DISTINCT FROM
      (OLD.id, OLD.at, OLD.actor, OLD.address, OLD.request_id, OLD.action, OLD.subject, OLD.before, OLD.after)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Entries of the audit can neither be changed nor deleted.' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "audit_entry_kept" BEFORE UPDATE OR DELETE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION "audit_entry_is_kept"();
