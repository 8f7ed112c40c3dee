-- Existing documents. On its own, because the triggers are committed: whatever is written meanwhile gets its row from them. At its
-- end, it checks the foreign key of all rows: whoever locks a document FOR UPDATE waits then, about 5 s for a million documents.
INSERT INTO "document_name_parts" ("document_uuid", "parts")
SELECT "uuid", search_parts("asset_identifier", "name") || search_parts("asset_identifier", "folder") FROM "staged_document"
ON CONFLICT ("document_uuid") DO NOTHING;
