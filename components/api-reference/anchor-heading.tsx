import { clsx } from "clsx";
import { Link as LinkIcon } from "lucide-react";
import { API_REFERENCE_TEXTS } from "@/components/texts/en/documentation-texts";

/** A heading followed by a link to itself, for sharing. */
export function AnchorHeading({
  level: Level,
  id,
  title,
  className,
}: {
  readonly level: "h2" | "h3";
  readonly id: string;
  readonly title: string;
  readonly className?: string;
}) {
  return (
    <div className="group flex items-baseline gap-1">
      <Level id={id} className={clsx("scroll-mt-6", className)}>
        {title}
      </Level>
      <a
        href={`#${id}`}
        aria-label={API_REFERENCE_TEXTS.linkTo(title)}
        className="min-w-6 shrink-0 text-center text-quiet opacity-0 hover:opacity-100 focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100"
      >
        <LinkIcon aria-hidden className="inline size-4" />
      </a>
    </div>
  );
}
