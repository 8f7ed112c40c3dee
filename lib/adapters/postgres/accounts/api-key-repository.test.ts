import { expect, test, vi } from "vitest";
import { aKeyNote, aNewApiKey } from "@/lib/accounts/testing/api-key.fixture";
import { describeApiKeyChangesContract } from "@/lib/accounts/testing/api-key-changes.contract";
import { describeApiKeyRepositoryContract } from "@/lib/accounts/testing/api-key-repository.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createApiKeyRepository } from "./api-key-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeApiKeyRepositoryContract("API keys in PostgreSQL", async () => (await open()).apiKeys);

describeApiKeyChangesContract("changes to API keys in PostgreSQL", async () => {
  const { prisma, apiKeys } = await open();
  const noted = async () => {
    const entries = await prisma.auditEntry.findMany({ orderBy: { id: "asc" } });
    return entries.map(({ action, subject }) => ({
      action,
      keyId: subject.replace("api-key:", ""),
    }));
  };
  return { apiKeys, noted };
});

test("a scope that this version does not know grants nothing", async () => {
  const { apiKeys, prisma } = await open();
  const hash = Buffer.alloc(32, 1);
  const key = { id: crypto.randomUUID(), name: "old", prefix: "sd_", createdAt: new Date() };
  await prisma.apiKey.create({
    data: { ...key, hash: Uint8Array.from(hash), scopes: ["documents:read", "documents:fly"] },
  });
  const found = await apiKeys.findAndTouch(hash, new Date());
  expect(found).toMatchObject({ scopes: ["documents:read"], allowedNetworks: [] });
});

test("the audit log contains a key's state before and after, the author and their address, but no hash", async () => {
  const { apiKeys, prisma } = await open();
  const author = {
    actor: "administrator:1",
    address: "203.0.113.7",
    requestId: "019cbc00-0000-7000-8000-0000000000f0",
  };
  const key = aNewApiKey({ allowedNetworks: ["10.0.0.0/8"] });
  await apiKeys.upsert(key, aKeyNote({ author }));
  const until = new Date("2026-03-02T12:00:00.000Z");
  const id = "019cbc00-0000-7000-8000-0000000000ef";
  const replacement = { ...key, id, hash: Buffer.alloc(32, 8), prefix: "sd_fghij" };
  await apiKeys.rotate(
    key.id,
    { key: replacement, until },
    aKeyNote({ action: "api-key-rotated" }),
  );
  const [created, rotated] = await prisma.auditEntry.findMany({ orderBy: { id: "asc" } });
  const state = {
    name: "warehouse",
    prefix: "sd_abcde",
    scopes: ["documents:read", "documents:write"],
    allowedNetworks: ["10.0.0.0/8"],
    expiresAt: null,
    revokedAt: null,
  };
  expect(created).toMatchObject({
    ...author,
    at: aKeyNote().at,
    subject: `api-key:${key.id}`,
    before: null,
    after: state,
  });
  expect(rotated).toMatchObject({
    actor: "command",
    address: null,
    requestId: null,
    before: state,
    after: {
      ...state,
      expiresAt: expect.stringContaining("2026-03-02T12:00:00"),
      replacement: { ...state, id, prefix: "sd_fghij" },
    },
  });
});

test("after waiting for a concurrent rotation, a rotation sees the keys that the other one stored", async () => {
  const { apiKeys, pool } = await open();
  const key = aNewApiKey();
  await apiKeys.upsert(key, aKeyNote());
  const holder = await pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM api_key FOR UPDATE");
  const note = aKeyNote({ action: "api-key-rotated" });
  const until = new Date(key.createdAt.getTime() + 3_600_000);
  const rotations = [8, 9].map((n) => {
    const replacement = { ...key, id: crypto.randomUUID(), hash: Buffer.alloc(32, n) };
    return apiKeys.rotate(key.id, { key: replacement, until }, note);
  });
  const text = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await pool.query(text)).rows).toEqual([{ count: 2 }]));
  await holder.query("COMMIT");
  holder.release();
  expect((await Promise.all(rotations)).filter((stored) => stored !== null)).toHaveLength(1);
});

async function open() {
  const database = await openEmptyDatabase();
  const { prisma, pool } = database;
  return { prisma, pool, apiKeys: createApiKeyRepository(database) };
}
