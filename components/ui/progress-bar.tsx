import { clsx } from "clsx";

/** Progress from 0 to 1; null if it is unknown. `label` is its accessible name. */
export function ProgressBar({
  value,
  label,
  tone = "curtain",
  className,
}: {
  readonly value: number | null;
  readonly label: string;
  readonly tone?: "curtain" | "go" | "alarm" | "quiet";
  readonly className?: string;
}) {
  const colour = { curtain: "bg-curtain", go: "bg-go", alarm: "bg-alarm", quiet: "bg-edge" }[tone];
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={clsx(
        // Forced-colours mode drops all backgrounds except system colours.
        "overflow-hidden rounded-full bg-sunken usual:h-1.5 forced-colors:outline forced-colors:outline-1",
        className,
      )}
    >
      <div
        className={clsx(
          "h-full rounded-full transition-[width] duration-200 forced-colors:bg-[Highlight]",
          colour,
          percent === undefined && "w-1/3 animate-pulse",
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
