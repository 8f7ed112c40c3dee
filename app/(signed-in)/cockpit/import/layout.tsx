import type { ReactNode } from "react";
import { RoleGate } from "@/app/access/role-gate";

/** Tells users who are not administrators which role the import requires. */
export default function ImportLayout({ children }: { readonly children: ReactNode }) {
  return <RoleGate page="/cockpit/import">{children}</RoleGate>;
}
