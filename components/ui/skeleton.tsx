import { cn } from "./cn";

/** Holds the place of what is being loaded, so that nothing jumps when it comes. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={cn("sheen block h-4 rounded-md", className)} />;
}
