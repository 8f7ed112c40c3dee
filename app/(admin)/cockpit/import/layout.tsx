import type { ReactNode } from "react";
import { RoleGate } from "@/app/role-gate";

/** Shows everyone except administrators which role the import requires. */
export default function ImportLayout({ children }: { readonly children: ReactNode }) {
  return <RoleGate needed="administrator">{children}</RoleGate>;
}
