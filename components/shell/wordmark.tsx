import { clsx } from "clsx";
import { WORDMARK } from "@/components/texts/en/site-texts";

/** The name of the product. */
export function Wordmark({
  className,
  isOnDrape = false,
}: {
  readonly className?: string;
  /** Whether the name is on a curtain, where it is drawn in a single colour. */
  readonly isOnDrape?: boolean;
}) {
  const [first, second] = WORDMARK;
  return (
    <span
      className={clsx(
        "whitespace-nowrap font-serif leading-none tracking-tight usual:text-2xl",
        className,
      )}
    >
      {first}
      <span className={clsx(!isOnDrape && "text-curtain")}>{second}</span>
    </span>
  );
}
