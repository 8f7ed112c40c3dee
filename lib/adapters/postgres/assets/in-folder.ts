const FOLDER_PATH = `((folder || '/') COLLATE "C")`;

/**
 * The condition that an asset is in a folder or in one below it. Both are one range of the index `asset_folder_path`: 0 is
 * the character after /.
 */
export const inFolder = (folder: string): string =>
  `${FOLDER_PATH} >= ${folder}::text || '/' AND ${FOLDER_PATH} < ${folder}::text || '0'`;
