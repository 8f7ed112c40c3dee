import Link from "next/link";
import type { ReactNode } from "react";
import type { Role } from "@/lib/kernel/rules/actor";
import { NOT_FOUND_TEXTS } from "../texts/en/not-found-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
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

/**
 * Shown in place of a page that the user's role may not open: the role it requires, and who can change the user's role.
 */
export function MissingRole({ needed, own }: { readonly needed: Role; readonly own: Role }) {
  const { title, needs, help } = ROLE_TEXTS.missing;
  return (
    <MissingPage
      title={title}
      help={`${needs(needed, own)} ${help}`}
      ways={[{ href: "/cockpit", label: NOT_FOUND_TEXTS.link }]}
    />
  );
}
