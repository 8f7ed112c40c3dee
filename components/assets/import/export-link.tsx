import type { ReactNode } from "react";
import { buttonLook } from "../../ui/button";
import { exportPath } from "./export-path";

/** A plain anchor, because Next's own links would prefetch the file. */
export function ExportLink({ children }: { readonly children: ReactNode }) {
  return (
    <a download href={exportPath("comma")} className={buttonLook({ size: "tiny" })}>
      {children}
    </a>
  );
}
