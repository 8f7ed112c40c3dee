-- Documents by the codes of their findings (decision 0093). Only documents with findings are in it, so creating and reporting a document
-- do not write it. On its own and CONCURRENTLY, so that nobody waits for it. Interrupted, it leaves an invalid index: drop that before
-- the next try.
CREATE INDEX CONCURRENTLY "staged_document_findings" ON "staged_document"
    USING GIN (jsonb_path_query_array("classification", 'lax $.findings[*].code') jsonb_path_ops)
    WHERE "classification" @? 'lax $.findings[*]';
