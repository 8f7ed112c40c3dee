import { isRole, type Role } from "@/lib/kernel/rules/roles";

/** The role that a row names; one that this version does not know may do the least. */
export const knownRole = (role: string): Role => (isRole(role) ? role : "reader");
