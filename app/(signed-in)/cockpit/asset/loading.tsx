import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { UI_TEXTS } from "@/components/texts/en/ui-texts";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["first", "second", "third", "fourth"] as const;

/** Placeholder in the shape of an asset's documents while they load. */
export default function AssetLoading() {
  return (
    <div role="status" aria-label={UI_TEXTS.loading}>
      <p aria-hidden className="text-quiet text-sm">
        {DOCUMENT_TEXTS.back}
      </p>
      <Skeleton className="mt-5 w-28" />
      <Skeleton className="mt-2 h-10 w-full max-w-md" />
      <Skeleton className="my-8 h-10 w-full rounded-lg sm:w-72" />
      {ROWS.map((row) => (
        <Skeleton key={row} className="mb-3 h-14 rounded-tile" />
      ))}
    </div>
  );
}
