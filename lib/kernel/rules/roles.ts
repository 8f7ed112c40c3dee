import type { Scope } from "./scopes";

/** What people may be, the most powerful first; each may do all that those behind it may (DESIGN 4). */
export const ROLES = ["administrator", "reviewer", "reader"] as const;

/** What a person may be. */
export type Role = (typeof ROLES)[number];

/** Checks a word from outside. */
export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

/** Whether somebody with this role may do what the needed role may. */
export const includesRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** What a role may do to documents, in the words of API keys. An administrator stands in the move table by name. */
export const ROLE_SCOPES: Readonly<Record<Exclude<Role, "administrator">, readonly Scope[]>> = {
  reviewer: ["documents:read", "documents:write", "documents:review"],
  reader: ["documents:read"],
};
