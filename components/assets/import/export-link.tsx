import type { ReactNode } from "react";
import { buttonLook } from "../../ui/button";
import { exportPath } from "./export-path";

/** A file, so no link that would prepare it before anybody asks. */
export function ExportLink({ children }: { readonly children: ReactNode }) {
  return (
    <a download href={exportPath("comma")} className={buttonLook({ size: "tiny" })}>
      {children}
    </a>
  );
}
