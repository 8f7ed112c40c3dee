import { UI_TEXTS } from "@/components/texts/en/ui-texts";
import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder for the heading, the preview, the data and the timeline while they load. */
export function DocumentLoading() {
  return (
    <div role="status" aria-label={UI_TEXTS.loading}>
      <Skeleton className="h-5 w-32" />
      <Skeleton className="mt-3 h-10 w-96 max-w-full" />
      <Skeleton className="mt-4 h-10 w-full max-w-xl" />
      <div className="mt-8 grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-96 rounded-tile" />
        <Skeleton className="h-96 rounded-tile" />
      </div>
    </div>
  );
}
