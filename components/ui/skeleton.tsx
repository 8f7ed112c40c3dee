import { clsx } from "clsx";

/** Holds the place of what is being loaded, so that nothing jumps when it comes. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={clsx("sheen block usual:h-4 usual:rounded-md", className)} />;
}
