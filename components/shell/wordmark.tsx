import { cn } from "../ui/cn";

/** The name of the house. */
export function Wordmark({
  className,
  isOnDrape = false,
}: {
  readonly className?: string;
  /** In one colour, on the curtain. */
  readonly isOnDrape?: boolean;
}) {
  return (
    <span className={cn("font-serif text-2xl leading-none tracking-tight", className)}>
      Stage<span className={cn(!isOnDrape && "text-curtain")}>door</span>
    </span>
  );
}
