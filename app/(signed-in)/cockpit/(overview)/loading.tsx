import { TileSkeletons } from "@/components/assets/tile-skeleton";
import { COCKPIT_TEXTS } from "@/components/texts/en/cockpit-texts";
import { UI_TEXTS } from "@/components/texts/en/ui-texts";
import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder in the shape of the cockpit while the first tiles load. */
export default function CockpitLoading() {
  return (
    <div data-wide role="status" aria-label={UI_TEXTS.loading}>
      <p aria-hidden className="font-serif text-4xl leading-tight">
        {COCKPIT_TEXTS.title}
      </p>
      <Skeleton className="mt-2 w-28" />
      <Skeleton className="my-6 h-10 w-full rounded-lg sm:w-72" />
      <TileSkeletons count={12} />
    </div>
  );
}
