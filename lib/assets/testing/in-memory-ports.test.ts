import { createInMemoryDocuments } from "@/lib/documents/testing/in-memory-documents";
import { describeAssetOverviews } from "./asset-overviews.contract";
import { describeAssetVisits } from "./asset-overviews-visits.contract";
import { createInMemoryAssetOverviews } from "./in-memory-asset-overviews";
import { createInMemoryAssets } from "./in-memory-assets";

const open = async () => {
  const assets = createInMemoryAssets();
  const documents = createInMemoryDocuments();
  return { assets, documents, overviews: createInMemoryAssetOverviews(assets, documents) };
};

describeAssetOverviews("overviews in memory", open);
describeAssetVisits("visits and news in memory", open);
