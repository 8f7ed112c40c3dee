import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { loadedDocument } from "@/app/serving/loaded-document";
import { loadAssetPlace } from "./load-asset-place";

/**
 * Responds with 404 for an identifier that no asset or document has. The page cannot do so once its loading state has
 * been sent.
 */
export default async function AssetLayout({ children }: { readonly children: ReactNode }) {
  const document = await loadedDocument();
  if (document) {
    const [identifier, ...more] = document.searchParams.getAll("identifier");
    if (more.length > 0 || !(await loadAssetPlace(identifier))) notFound();
  }
  return children;
}
