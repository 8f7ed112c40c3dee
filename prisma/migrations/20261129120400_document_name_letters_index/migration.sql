-- Documents of all assets by any part of their names and folders (decision 0093). On its own and CONCURRENTLY, so that nobody waits for it.
-- Interrupted, it leaves an invalid index: drop that before the next try.
CREATE INDEX CONCURRENTLY "document_name_parts_letters_idx" ON "document_name_parts"
    USING GIN (search_letters("parts")) WITH (gin_pending_list_limit = 512);
