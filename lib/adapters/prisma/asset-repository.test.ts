import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { prepareDatabase } from "@/lib/testing/prepare-database";
import { createAssetRepository } from "./asset-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

test("created assets are counted, and an identifier is given once", async () => {
  const assets = createAssetRepository(await openEmptyDatabase());
  const asset = { identifier: "BLD-0001", name: "Lindenhof", createdAt: new Date() };
  expect(await assets.count()).toBe(0);
  await assets.create({ ...asset, id: crypto.randomUUID() });
  await expect(assets.create({ ...asset, id: crypto.randomUUID() })).rejects.toThrow();
  expect(await assets.count()).toBe(1);
});
