import { Skeleton } from "../../ui/skeleton";

const ROWS = ["first", "second", "third", "fourth"] as const;

/** Placeholders for the rows of the delivery log. */
export function LogSkeleton() {
  return (
    <ul aria-hidden className="divide-y divide-line">
      {ROWS.map((row) => (
        <li key={row} className="grid gap-x-4 gap-y-2 py-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
          <Skeleton className="h-6 w-24 rounded-full" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-5 w-56 max-w-full" />
            <Skeleton className="w-80 max-w-full" />
          </div>
        </li>
      ))}
    </ul>
  );
}
