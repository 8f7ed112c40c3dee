import { createInMemoryDocumentLists } from "@/lib/documents/testing/in-memory-document-lists";
import { makeDocumentPorts } from "@/lib/documents/testing/in-memory-document-ports";
import { createInMemoryAssetOverviews } from "./in-memory-asset-overviews";
import { createInMemoryAssets } from "./in-memory-assets";

/** Creates empty asset ports that use the given document ports. */
export function makeAssetPorts(documentPorts = makeDocumentPorts()) {
  const assets = createInMemoryAssets();
  return {
    ...documentPorts,
    assets,
    assetOverviews: createInMemoryAssetOverviews(assets, documentPorts.documents),
    documentLists: createInMemoryDocumentLists(
      documentPorts.documents,
      (identifier) => assets.all().find((asset) => asset.identifier === identifier)?.name ?? null,
    ),
  };
}
