import Link from "next/link";
import type { Role } from "@/lib/kernel/rules/roles";
import { NOT_FOUND_TEXTS } from "../texts/en/not-found-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";

/** In place of a page that somebody's role does not open: which one does, and who can change it. */
export function MissingRole({ needed, given }: { readonly needed: Role; readonly given: Role }) {
  const { title, needs, help } = ROLE_TEXTS.missing;
  return (
    <div className="mx-auto max-w-4xl">
      <title>{title}</title>
      <h1 className="font-serif text-4xl">{title}</h1>
      <p className="mt-3 text-quiet">{needs(needed, given)}</p>
      <p className="mt-1 text-quiet">{help}</p>
      <p className="mt-5">
        <Link href="/cockpit" className="underline underline-offset-4">
          {NOT_FOUND_TEXTS.link}
        </Link>
      </p>
    </div>
  );
}
