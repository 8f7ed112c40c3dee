import { requirePage } from "@/app/access/require-role";
import { metadataOf } from "@/app/pages";
import { DocumentsView } from "@/components/documents/documents-view";

export const metadata = metadataOf("/documents");

/** The documents of all assets, filtered and sorted by the URL's query. */
export default async function DocumentsPage() {
  await requirePage("/documents");
  return <DocumentsView />;
}
