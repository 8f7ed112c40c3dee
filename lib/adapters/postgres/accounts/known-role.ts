import { isRole, type Role } from "@/lib/kernel/rules/roles";

/** Returns the role of a row; an unknown role grants as little as a reader's. */
export const knownRole = (role: string): Role => (isRole(role) ? role : "reader");
