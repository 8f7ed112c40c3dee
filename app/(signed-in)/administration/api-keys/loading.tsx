import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder for the heading and the list while they load. */
export default function ApiKeysLoading() {
  return (
    <div className="max-w-4xl">
      <Skeleton className="h-10 w-48 max-w-full" />
      <Skeleton className="mt-3 mb-8 h-5 w-full max-w-2xl" />
      <Skeleton className="h-96 rounded-tile" />
    </div>
  );
}
