import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeAssetRepository } from "@/lib/assets/testing/asset-repository.contract";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createAssetRepository } from "./asset-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeAssetRepository("assets in PostgreSQL", async () =>
  createAssetRepository(await openEmptyDatabase()),
);
