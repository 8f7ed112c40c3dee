import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder for the search and the list while they load. */
export default function UsersLoading() {
  return (
    <>
      <Skeleton className="h-10 w-40" />
      <Skeleton className="mt-3 mb-8 h-5 w-full max-w-2xl" />
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="mt-8 h-96 rounded-tile" />
    </>
  );
}
