import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeAssetRepositoryContract } from "@/lib/assets/testing/asset-repository.contract";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createAssetRepository } from "./asset-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeAssetRepositoryContract("assets in PostgreSQL", async () =>
  createAssetRepository(await openEmptyDatabase()),
);
