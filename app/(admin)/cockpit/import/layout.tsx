import type { ReactNode } from "react";
import { RoleGate } from "@/app/role-gate";

/** For everyone but administrators, says which role the import requires. */
export default function ImportLayout({ children }: { readonly children: ReactNode }) {
  return <RoleGate needed="administrator">{children}</RoleGate>;
}
