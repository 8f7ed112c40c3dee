import { Skeleton } from "../ui/skeleton";
import { TileFrame } from "./tile-frame";

/** The columns of tiles, which are the same wherever tiles are shown: up to six if there is room. */
export const TILE_GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-6";

/** Placeholders for tiles that are loading. */
export function TileSkeletons({ count }: { readonly count: number }) {
  return (
    <div aria-hidden className={TILE_GRID}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
        <TileFrame key={index} stub={<Skeleton className="w-24" />}>
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="mt-3 w-1/2" />
          <Skeleton className="mt-4 h-6 w-2/3 rounded-full" />
          <Skeleton className="mt-4 h-3 w-5/6" />
          <Skeleton className="mt-5 ml-auto h-8 w-24 rounded-lg" />
        </TileFrame>
      ))}
    </div>
  );
}
