-- Documents from before. On its own, because the triggers are committed: whatever is written meanwhile gets its row from them, also
-- from processes of the previous version. Only whoever changes a document whose row was just filled waits for the end.
INSERT INTO "document_search" ("document_uuid", "name", "values", "content")
SELECT "uuid", search_name("name"), search_values("classification"), '' FROM "staged_document"
ON CONFLICT ("document_uuid") DO NOTHING;
