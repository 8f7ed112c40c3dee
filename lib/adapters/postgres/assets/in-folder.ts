import sql, { type Sql } from "sql-template-tag";

const FOLDER_PATH = sql`((folder || '/') COLLATE "C")`;

/**
 * The condition that an asset is in this folder or in a folder below it. All of them are one range of the index
 * `asset_folder_path`, because 0 is the character after /.
 */
export const inFolder = (folder: unknown): Sql =>
  sql`${FOLDER_PATH} >= ${folder}::text || '/' AND ${FOLDER_PATH} < ${folder}::text || '0'`;
