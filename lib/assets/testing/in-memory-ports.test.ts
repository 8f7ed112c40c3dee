import { describeDocumentListsContract } from "@/lib/documents/testing/document-lists.contract";
import { describeAssetImportContract } from "./asset-import.contract";
import { describeAssetListContract } from "./asset-lists.contract";
import { describeAssetOverviewsContract } from "./asset-overviews.contract";
import { describeAssetRepositoryContract } from "./asset-repository.contract";
import { makeAssetPorts } from "./in-memory-asset-ports";

describeAssetRepositoryContract("assets in memory", async () => makeAssetPorts().assets);

describeAssetListContract("lists of assets in memory", async () => makeAssetPorts().assets);

describeAssetImportContract("imports of assets in memory", async () => makeAssetPorts().assets);

describeDocumentListsContract("lists of documents in memory", async () => makeAssetPorts());

describeAssetOverviewsContract("overviews in memory", async () => {
  const { assets, documents, assetOverviews: overviews } = makeAssetPorts();
  return { assets, documents, overviews };
});
