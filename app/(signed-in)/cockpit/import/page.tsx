import type { Metadata } from "next";
import { requireRole } from "@/app/access/require-role";
import { ImportView } from "@/components/assets/import/import-view";
import { IMPORT_TEXTS } from "@/components/texts/en/import-texts";

export const metadata: Metadata = { title: IMPORT_TEXTS.title };

/** The page on which an administrator imports assets from a file. */
export default async function ImportPage() {
  await requireRole("administrator");
  return <ImportView />;
}
