import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Skeleton } from "../ui/skeleton";

/** Half-circles cut into both edges of the tile, where the stub of a real pass would be torn off. */
const PERFORATION =
  "relative border-line border-t border-dashed before:absolute before:-top-2 before:-left-px before:h-4 before:w-2 before:rounded-r-full before:border before:border-line before:border-l-0 before:bg-paper after:absolute after:-top-2 after:-right-px after:h-4 after:w-2 after:rounded-l-full after:border after:border-line after:border-r-0 after:bg-paper";

/** A tile that looks like a stage pass: a stub above the perforation, the pass below it. */
export function TileFrame({
  stub,
  children,
  className,
}: {
  readonly stub: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div
      className={clsx(
        "relative flex h-full flex-col rounded-tile border border-line bg-surface shadow-tile transition-colors",
        className,
      )}
    >
      <div className="flex min-h-11 items-center justify-between gap-3 px-4 py-2">{stub}</div>
      <div aria-hidden className={PERFORATION} />
      <div className="flex grow flex-col px-4 pt-3.5 pb-3">{children}</div>
    </div>
  );
}

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
