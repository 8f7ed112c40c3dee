import { clsx } from "clsx";

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
    <span className={clsx("font-serif leading-none tracking-tight usual:text-2xl", className)}>
      Stage<span className={clsx(!isOnDrape && "text-curtain")}>door</span>
    </span>
  );
}
