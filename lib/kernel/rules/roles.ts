import type { Scope } from "./scopes";

/** The roles, most powerful first; each includes the rights of those after it (DESIGN 4). */
export const ROLES = ["administrator", "reviewer", "reader"] as const;

/** The role of a user. */
export type Role = (typeof ROLES)[number];

/** Returns whether a string is a role. */
export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

/** Returns whether a role includes the needed role. */
export const includesRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** The rights of a role on documents, as scopes of API keys. Administrators have their own entries in the move table. */
export const ROLE_SCOPES: Readonly<Record<Exclude<Role, "administrator">, readonly Scope[]>> = {
  reviewer: ["documents:read", "documents:write", "documents:review"],
  reader: ["documents:read"],
};
