import { clsx } from "clsx";

/** Reserves space for content that is loading, so that nothing jumps when it arrives. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={clsx("sheen block usual:h-4 usual:rounded-md", className)} />;
}
