"use client";

import { type ReactNode, useEffect, useState } from "react";
import { buttonLook } from "../../ui/button";
import { exportPath } from "./export-path";

/** A file, so no link that would prepare it before anybody asks. Only the browser knows how its spreadsheets separate cells. */
export function ExportLink({ children }: { readonly children: ReactNode }) {
  const [path, setPath] = useState(() => exportPath("en"));
  useEffect(() => setPath(exportPath()), []);
  return (
    <a download href={path} className={buttonLook({ size: "tiny" })}>
      {children}
    </a>
  );
}
