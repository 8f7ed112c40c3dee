import type { ReactNode } from "react";
import { RoleGate } from "@/app/role-gate";

/** Tells everyone but administrators which role the import needs. */
export default function ImportLayout({ children }: { readonly children: ReactNode }) {
  return <RoleGate needed="administrator">{children}</RoleGate>;
}
