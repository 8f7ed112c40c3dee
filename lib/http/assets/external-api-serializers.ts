import type { z } from "zod";
import type { Asset, AssetSelection } from "@/lib/assets/ports/assets";
import { writeTextCursor } from "../core/cursors/text-cursor";
import { pick } from "../core/pick";
import { type assetPage, assetRecord } from "./external-api-schemas";

/** Returns an asset as external systems receive it. */
export const renderAsset = (asset: Asset): z.infer<typeof assetRecord> => pick(assetRecord, asset);

/** Returns a page of assets. The cursor works only with these filters. */
export const renderAssets = (
  { items, nextAfter }: { items: readonly Asset[]; nextAfter: string | null },
  selection: AssetSelection,
): z.infer<typeof assetPage> => ({
  items: items.map(renderAsset),
  nextCursor: nextAfter === null ? null : writeTextCursor(nextAfter, selection),
});
