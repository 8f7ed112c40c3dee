import { createInMemoryDocuments } from "@/lib/documents/testing/in-memory-documents";
import { describeAssetDocuments } from "./asset-documents.contract";
import { createInMemoryAssetDocuments } from "./in-memory-asset-documents";

describeAssetDocuments("the documents of an asset in memory", async () => {
  const documents = createInMemoryDocuments();
  return { documents, assetDocuments: createInMemoryAssetDocuments(documents) };
});
