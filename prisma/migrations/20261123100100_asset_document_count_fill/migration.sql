-- Documents of before. On its own, because the triggers are committed: whatever is written meanwhile is counted by them, also
-- by processes of the previous version, and nobody waits.
SELECT "recount_asset_documents"();
