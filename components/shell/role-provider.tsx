"use client";

import { createContext, type ReactNode, useContext } from "react";
import { includesRole, type Role } from "@/lib/kernel/rules/roles";

const RoleContext = createContext<Role | null>(null);

/** Tells every component below the role of who is signed in. */
export function RoleProvider({
  role,
  children,
}: {
  readonly role: Role;
  readonly children: ReactNode;
}) {
  return <RoleContext value={role}>{children}</RoleContext>;
}

/** Whether the person who is signed in may do what this role may; only for what is offered, the server checks each call itself. */
export function useMay(needed: Role): boolean {
  const role = useContext(RoleContext);
  if (!role) throw new Error("a role is asked for outside RoleProvider");
  return includesRole(role, needed);
}
