import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder for the heading, the attempts and the content while they load. */
export default function NotificationLoading() {
  return (
    <div className="max-w-4xl">
      <Skeleton className="mt-9 h-10 w-96 max-w-full" />
      <Skeleton className="mt-3 mb-16 h-5 w-full max-w-lg" />
      <div className="flex flex-col gap-5">
        <Skeleton className="h-64 rounded-tile" />
        <Skeleton className="h-48 rounded-tile" />
        <Skeleton className="h-48 rounded-tile" />
      </div>
    </div>
  );
}
