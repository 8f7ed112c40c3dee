import type { ReactNode } from "react";
import { AdministrationNavigation } from "@/components/shell/administration-navigation";

/** The frame around every page of the administration; who may open a page is checked by the page. */
export default function AdministrationLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <AdministrationNavigation />
      {children}
    </div>
  );
}
