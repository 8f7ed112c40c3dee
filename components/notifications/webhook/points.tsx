import { clsx } from "clsx";

/** Several sentences as a list. */
export function Points({
  points,
  className,
}: {
  readonly points: readonly string[];
  readonly className?: string;
}) {
  return (
    <ul className={clsx("list-disc space-y-1.5 pl-5 marker:text-edge", className)}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
