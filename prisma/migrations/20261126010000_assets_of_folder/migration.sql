-- Assets of a folder and of those below it are one range of this index (decision 0059). Those at the top are not in it.
-- The folder alone: with the identifier, the longest entry would exceed the 2,704 bytes that such an index can hold.
CREATE INDEX "asset_folder_path" ON "asset"((("folder" || '/') COLLATE "C")) WHERE "folder" IS NOT NULL;

-- The newest entries of the audit about assets tell browsers that assets changed (decision 0059).
CREATE INDEX "audit_entry_of_assets" ON "audit_entry" ("id") WHERE "subject" LIKE 'asset:%';
