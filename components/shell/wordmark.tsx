import { clsx } from "clsx";
import { WORDMARK } from "@/components/texts/en/site-texts";

/** The name of the product. */
export function Wordmark({
  className,
  isOnDrape = false,
}: {
  readonly className?: string;
  /** Whether to draw the name in a single colour, because it is on the curtain of the sign-in page. */
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
