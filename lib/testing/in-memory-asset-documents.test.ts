import { describeAssetDocuments } from "./asset-documents.contract";
import { createInMemoryAssetDocuments } from "./in-memory-asset-documents";
import { createInMemoryDocuments } from "./in-memory-documents";

describeAssetDocuments("the documents of an asset in memory", async () => {
  const documents = createInMemoryDocuments();
  return { documents, assetDocuments: createInMemoryAssetDocuments(documents) };
});
