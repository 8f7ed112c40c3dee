import Link from "next/link";
import type { ReactNode } from "react";
import { buttonLook } from "../ui/button";

/** Shown in place of a page that does not exist: what is missing, and where to go, the likeliest destination first. */
export function MissingPage({
  title,
  help,
  ways,
  children,
}: {
  readonly title: string;
  readonly help: string;
  readonly ways: readonly { readonly href: string; readonly label: string }[];
  /** More links in the same row. */
  readonly children?: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-4xl">
      <h1 className="font-serif text-4xl">{title}</h1>
      <p className="mt-3 text-lg text-quiet">{help}</p>
      <p className="mt-6 flex flex-wrap gap-2">
        {ways.map(({ href, label }, index) => (
          <Link
            key={href}
            href={href}
            prefetch={false}
            className={buttonLook({ tone: index === 0 ? "primary" : "plain" })}
          >
            {label}
          </Link>
        ))}
        {children}
      </p>
    </div>
  );
}
