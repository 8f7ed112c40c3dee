import { isRole, type Role } from "@/lib/kernel/rules/actor";

/** Returns the role of a row; an unknown role is treated as a reader. */
export const knownRole = (role: string): Role => (isRole(role) ? role : "reader");
