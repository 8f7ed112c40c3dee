import { requirePage } from "@/app/access/require-role";
import { metadataOf } from "@/app/pages";
import { ImportView } from "@/components/assets/import/import-view";

export const metadata = metadataOf("/cockpit/import");

/** The page on which an administrator imports assets from a file. */
export default async function ImportPage() {
  await requirePage("/cockpit/import");
  return <ImportView />;
}
