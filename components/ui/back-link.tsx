import { ArrowLeft } from "lucide-react";
import Link from "next/link";

/** Above a heading: where the page belongs, and the way back there. */
export function BackLink({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-quiet text-sm hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}
