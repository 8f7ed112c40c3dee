"use client";

import { createContext, type ReactNode, useContext } from "react";
import { includesRole, type Role } from "@/lib/kernel/rules/actor";

const RoleContext = createContext<Role | null>(null);

/** Provides the role of the signed-in user to every component below. */
export function RoleProvider({
  role,
  children,
}: {
  readonly role: Role;
  readonly children: ReactNode;
}) {
  return <RoleContext value={role}>{children}</RoleContext>;
}

/**
 * Whether the signed-in user's role includes this role. Only decides what a page offers: the server checks each call
 * itself.
 */
export function useMay(needed: Role): boolean {
  const role = useContext(RoleContext);
  if (!role) throw new Error("The role is used outside RoleProvider");
  return includesRole(role, needed);
}
