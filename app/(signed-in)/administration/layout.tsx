import type { ReactNode } from "react";
import { RoleGate } from "@/app/access/role-gate";
import { linksOf } from "@/app/pages";
import { AdministrationNavigation } from "@/components/shell/administration-navigation";

/** The frame around every administration page. */
export default function AdministrationLayout({ children }: { readonly children: ReactNode }) {
  return (
    <RoleGate page="/administration">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[max-content_minmax(0,1fr)]">
        <AdministrationNavigation links={linksOf("administration")} />
        <div>{children}</div>
      </div>
    </RoleGate>
  );
}
