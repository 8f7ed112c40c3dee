import type { Role } from "@/lib/kernel/rules/actor";
import { NOT_FOUND_TEXTS } from "../texts/en/not-found-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { MissingPage } from "./missing-page";

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
