import type { Asset } from "../ports";

/** Returns whether an asset is in a folder or in one below it. */
export const isInFolder = (asset: Asset, folder: string): boolean =>
  `${asset.folder ?? ""}/`.startsWith(`${folder}/`);
