import type { Role } from "@/lib/kernel/rules/roles";
import { NOT_FOUND_TEXTS } from "../texts/en/not-found-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { MissingPage } from "./missing-page";

/** In place of a page that somebody's role does not open: which one does, and who can change it. */
export function MissingRole({ needed, given }: { readonly needed: Role; readonly given: Role }) {
  const { title, needs, help } = ROLE_TEXTS.missing;
  return (
    <MissingPage
      title={title}
      help={`${needs(needed, given)} ${help}`}
      ways={[{ href: "/cockpit", label: NOT_FOUND_TEXTS.link }]}
    />
  );
}
