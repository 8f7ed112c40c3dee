import type { Role } from "@/lib/kernel/rules/actor";
import { SHELL_TEXTS } from "../texts/en/shell-texts";

/** A page in the administration navigation. */
interface AdministrationPage {
  readonly href: string;
  readonly label: string;
  /** The lowest role that may open the page. */
  readonly role: Role;
}

const TEXTS = SHELL_TEXTS.administrationPages;

/** The administration pages, in navigation order. The first one is the default. */
export const ADMINISTRATION_PAGES: readonly AdministrationPage[] = [
  {
    href: "/administration/external-dms",
    label: TEXTS.externalDms,
    role: "administrator",
  },
  { href: "/administration/users", label: TEXTS.users, role: "administrator" },
  { href: "/administration/api-keys", label: TEXTS.apiKeys, role: "administrator" },
  {
    href: "/administration/audit",
    label: TEXTS.audit,
    role: "administrator",
  },
];
