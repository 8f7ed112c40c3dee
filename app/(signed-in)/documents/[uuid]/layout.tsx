import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { loadedDocument } from "@/app/serving/loaded-document";
import { loadDocument } from "./load-document";

interface Frame {
  readonly params: Promise<{ uuid: string }>;
  readonly children: ReactNode;
}

/** Responds with 404 for a document that does not exist. The page cannot do so once its loading state has been sent. */
export default async function DocumentLayout({ params, children }: Frame) {
  if ((await loadedDocument()) && !(await loadDocument((await params).uuid))) notFound();
  return children;
}
