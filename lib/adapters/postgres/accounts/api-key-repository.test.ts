import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeApiKeyRepositoryContract } from "@/lib/accounts/testing/api-key-repository.contract";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createApiKeyRepository } from "./api-key-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeApiKeyRepositoryContract("API keys in PostgreSQL", async () => (await open()).apiKeys);

test("a scope that this version does not know grants nothing", async () => {
  const { apiKeys, prisma } = await open();
  const hash = Buffer.alloc(32, 1);
  const key = { id: crypto.randomUUID(), name: "old", prefix: "sd_", createdAt: new Date() };
  await prisma.apiKey.create({
    data: { ...key, hash: Uint8Array.from(hash), scopes: ["documents:read", "documents:fly"] },
  });
  expect((await apiKeys.findAndTouch(hash, new Date()))?.scopes).toEqual(["documents:read"]);
});

async function open() {
  const database = await openEmptyDatabase();
  return { prisma: database.prisma, apiKeys: createApiKeyRepository(database) };
}
