import type { ReactNode } from "react";
import { RoleGate } from "@/app/access/role-gate";

/** Tells readers which role reviewing requires. */
export default function ReviewLayout({ children }: { readonly children: ReactNode }) {
  return <RoleGate page="/review">{children}</RoleGate>;
}
