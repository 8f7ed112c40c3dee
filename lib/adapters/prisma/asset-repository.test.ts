import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeAssetRepository } from "@/lib/testing/asset-repository.contract";
import { prepareDatabase } from "@/lib/testing/prepare-database";
import { createAssetRepository } from "./asset-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeAssetRepository("assets in PostgreSQL", async () =>
  createAssetRepository(await openEmptyDatabase()),
);
