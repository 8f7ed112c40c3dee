import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder for the cards while they load. */
export default function ExternalDmsLoading() {
  return (
    <div className="max-w-4xl">
      <Skeleton className="h-10 w-96 max-w-full" />
      <Skeleton className="mt-3 mb-8 h-5 w-full max-w-2xl" />
      <div className="flex flex-col gap-5">
        <Skeleton className="h-96 rounded-tile" />
        <Skeleton className="h-64 rounded-tile" />
        <Skeleton className="h-56 rounded-tile" />
        <Skeleton className="h-96 rounded-tile" />
      </div>
    </div>
  );
}
