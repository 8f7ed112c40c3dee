import { describeAssetOverviews } from "./asset-overviews.contract";
import { describeAssetVisits } from "./asset-visits.contract";
import { createInMemoryAssetOverviews } from "./in-memory-asset-overviews";
import { createInMemoryAssets } from "./in-memory-assets";
import { createInMemoryDocuments } from "./in-memory-documents";

const open = async () => {
  const assets = createInMemoryAssets();
  const documents = createInMemoryDocuments();
  return { assets, documents, overviews: createInMemoryAssetOverviews(assets, documents) };
};

describeAssetOverviews("overviews in memory", open);
describeAssetVisits("visits and news in memory", open);
