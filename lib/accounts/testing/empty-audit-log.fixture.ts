/** Empties the audit log before a test. Only the owner of the table may turn off the triggers that keep its entries. */
export const EMPTY_AUDIT_LOG = `
  ALTER TABLE audit_entry DISABLE TRIGGER USER;
  ALTER TABLE audit_row DISABLE TRIGGER USER;
  TRUNCATE audit_entry, audit_row;
  ALTER TABLE audit_row ENABLE TRIGGER USER;
  ALTER TABLE audit_entry ENABLE TRIGGER USER`;
