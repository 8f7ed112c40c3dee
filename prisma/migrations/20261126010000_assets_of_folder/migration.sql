-- Assets of a folder and of those below it are one range of this index (decision 0059). Those at the top are not in it.
CREATE INDEX "asset_folder_path" ON "asset"((("folder" || '/') COLLATE "C"), "identifier") WHERE "folder" IS NOT NULL;
