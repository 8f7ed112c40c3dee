import type { Role } from "@/lib/kernel/rules/roles";
import { SHELL_TEXTS } from "../texts/en/shell-texts";

/** A page that the navigation of the administration links to. */
interface AdministrationPage {
  readonly href: string;
  readonly label: string;
  /** Who may open it: this role and those that may do more. */
  readonly role: Role;
}

const TEXTS = SHELL_TEXTS.administrationPages;

/** The pages of the administration, in the order of its navigation; the first one opens with the administration itself. */
export const ADMINISTRATION_PAGES: readonly AdministrationPage[] = [
  {
    href: "/administration/external-dms",
    label: TEXTS.externalDms,
    role: "administrator",
  },
  {
    href: "/administration/api-keys",
    label: TEXTS.apiKeys,
    role: "administrator",
  },
];
