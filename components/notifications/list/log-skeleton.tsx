import { Skeleton } from "../../ui/skeleton";

const ROWS = ["first", "second", "third", "fourth"] as const;

/** Placeholders for the rows of the delivery log. */
export function LogSkeleton() {
  return (
    <ul aria-hidden className="divide-y divide-line">
      {ROWS.map((row) => (
        <li key={row} className="flex items-center gap-x-4 py-2.5">
          <Skeleton className="h-6 w-24 rounded-full" />
          <Skeleton className="h-5 w-80 max-w-full" />
        </li>
      ))}
    </ul>
  );
}
