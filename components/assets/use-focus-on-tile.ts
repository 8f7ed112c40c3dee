"use client";

import { useCallback, useEffect, useRef } from "react";
import type { AssetTiles } from "@/lib/http/assets/cockpit-schemas";

/**
 * Returns a function that focuses the tile of an identifier as soon as the tile is listed, because the button that opened
 * the dialog may be gone.
 */
export function useFocusOnTile(tiles: AssetTiles | undefined): (identifier: string) => void {
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    const identifier = awaited.current;
    if (identifier === null || !tiles?.items.some((tile) => tile.identifier === identifier)) return;
    awaited.current = null;
    document
      .querySelector<HTMLElement>(`[data-upload-identifier="${CSS.escape(identifier)}"] a`)
      ?.focus();
  }, [tiles]);
  return useCallback((identifier) => {
    awaited.current = identifier;
  }, []);
}
