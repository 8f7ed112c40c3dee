import { describeAssetRepository } from "./asset-repository.contract";
import { createInMemoryAssets } from "./in-memory-assets";

describeAssetRepository("assets in memory", async () => createInMemoryAssets());
