-- What one entry of the audit changed in many rows (decision 0072): an import of assets is one entry, with a row for each asset. The entry
-- has a digest of its rows, so the chain covers them.
CREATE TABLE "audit_row" (
  "id" BIGSERIAL NOT NULL,
  "entry_id" BIGINT NOT NULL,
  "subject" TEXT NOT NULL,
  "before" JSONB,
  "after" JSONB,
  CONSTRAINT "audit_row_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "audit_row_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "audit_entry"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "audit_row_entry_id_id_idx" ON "audit_row"("entry_id", "id");

CREATE FUNCTION "audit_row_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of the audit can neither be changed nor deleted.' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "audit_row_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_row"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_row_is_kept"();

-- The newest entries about assets tell browsers that assets changed (decision 0059); an import has the subject `assets`.
DROP INDEX "audit_entry_of_assets";
CREATE INDEX "audit_entry_about_assets" ON "audit_entry" ("id") WHERE "subject" LIKE 'asset%';
