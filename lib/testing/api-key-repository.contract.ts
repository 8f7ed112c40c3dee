import { describe, expect, test } from "vitest";
import type { ApiKeyRepository, NewApiKey } from "../ports";

/** One empty repository, and what only a test may do or see. */
export interface ApiKeysUnderTest {
  readonly apiKeys: ApiKeyRepository;
  revoke(hash: Buffer, at: Date): Promise<void> | void;
  lastUsedAt(hash: Buffer): Promise<Date | null> | Date | null;
}

type Open = () => Promise<ApiKeysUnderTest>;

/** What every repository of API keys guarantees; `open` gives each test an empty one of its own. */
export function describeApiKeyRepository(name: string, open: Open): void {
  describe(name, () => {
    describeFinding(open);
    describeLastUse(open);
    describeUpsert(open);
  });
}

const HASH = Buffer.alloc(32, 7);
const NOON = new Date("2026-03-01T12:00:00.000Z");
const secondsAfterNoon = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

const aNewApiKey = (given: Partial<NewApiKey> = {}): NewApiKey => ({
  id: "019cbc00-0000-7000-8000-0000000000dd",
  name: "warehouse",
  hash: HASH,
  prefix: "sd_abcde",
  scopes: ["documents:read", "documents:write"],
  expiresAt: null,
  createdAt: NOON,
  ...given,
});

function describeFinding(open: Open) {
  describe("finding", () => {
    test("a stored key is found by its hash", async () => {
      const { apiKeys } = await open();
      await apiKeys.upsert(aNewApiKey({ expiresAt: secondsAfterNoon(60) }));
      expect(await apiKeys.findAndTouch(HASH, NOON)).toEqual({
        id: "019cbc00-0000-7000-8000-0000000000dd",
        name: "warehouse",
        scopes: ["documents:read", "documents:write"],
        expiresAt: secondsAfterNoon(60),
        revokedAt: null,
      });
    });

    test("an unknown hash answers null", async () => {
      const { apiKeys } = await open();
      await apiKeys.upsert(aNewApiKey());
      expect(await apiKeys.findAndTouch(Buffer.alloc(32, 8), NOON)).toBeNull();
    });

    test("a revoked key is found, with the time of its revocation", async () => {
      const { apiKeys, revoke } = await open();
      await apiKeys.upsert(aNewApiKey());
      await revoke(HASH, NOON);
      expect((await apiKeys.findAndTouch(HASH, NOON))?.revokedAt).toEqual(NOON);
    });

    test("an expired key is found", async () => {
      const { apiKeys } = await open();
      await apiKeys.upsert(aNewApiKey({ expiresAt: NOON }));
      expect((await apiKeys.findAndTouch(HASH, secondsAfterNoon(1)))?.expiresAt).toEqual(NOON);
    });
  });
}

function describeLastUse(open: Open) {
  describe("last use", () => {
    test("is empty before the first use and noted at the first", async () => {
      const { apiKeys, lastUsedAt } = await open();
      await apiKeys.upsert(aNewApiKey());
      expect(await lastUsedAt(HASH)).toBeNull();
      await apiKeys.findAndTouch(HASH, NOON);
      expect(await lastUsedAt(HASH)).toEqual(NOON);
    });

    test("is written at most once a minute", async () => {
      const { apiKeys, lastUsedAt } = await open();
      await apiKeys.upsert(aNewApiKey());
      await apiKeys.findAndTouch(HASH, NOON);
      await apiKeys.findAndTouch(HASH, secondsAfterNoon(59));
      expect(await lastUsedAt(HASH)).toEqual(NOON);
      await apiKeys.findAndTouch(HASH, secondsAfterNoon(61));
      expect(await lastUsedAt(HASH)).toEqual(secondsAfterNoon(61));
    });

    test("of 20 uses at once all find the key", async () => {
      const { apiKeys, lastUsedAt } = await open();
      await apiKeys.upsert(aNewApiKey());
      const uses = Array.from({ length: 20 }, () => apiKeys.findAndTouch(HASH, NOON));
      const found = await Promise.all(uses);
      expect(found.filter((key) => key?.name === "warehouse")).toHaveLength(20);
      expect(await lastUsedAt(HASH)).toEqual(NOON);
    });

    test("of one key says nothing about another", async () => {
      const { apiKeys, lastUsedAt } = await open();
      const other = Buffer.alloc(32, 9);
      await apiKeys.upsert(aNewApiKey());
      await apiKeys.upsert(aNewApiKey({ hash: other, id: "019cbc00-0000-7000-8000-0000000000ee" }));
      await apiKeys.findAndTouch(HASH, NOON);
      expect(await lastUsedAt(other)).toBeNull();
    });
  });
}

function describeUpsert(open: Open) {
  describe("upsert", () => {
    test("of a known hash keeps its id and gives it the new name, scopes and expiry", async () => {
      const { apiKeys } = await open();
      await apiKeys.upsert(aNewApiKey());
      await apiKeys.upsert(
        aNewApiKey({
          id: "019cbc00-0000-7000-8000-0000000000ee",
          name: "renamed",
          scopes: ["configuration:read"],
          expiresAt: secondsAfterNoon(60),
        }),
      );
      expect(await apiKeys.findAndTouch(HASH, NOON)).toEqual({
        id: "019cbc00-0000-7000-8000-0000000000dd",
        name: "renamed",
        scopes: ["configuration:read"],
        expiresAt: secondsAfterNoon(60),
        revokedAt: null,
      });
      expect(await apiKeys.count()).toBe(1);
    });

    test("of a revoked key makes it valid again", async () => {
      const { apiKeys, revoke } = await open();
      await apiKeys.upsert(aNewApiKey());
      await revoke(HASH, NOON);
      await apiKeys.upsert(aNewApiKey());
      expect((await apiKeys.findAndTouch(HASH, NOON))?.revokedAt).toBeNull();
    });

    test("ten times at once stores one key", async () => {
      const { apiKeys } = await open();
      const ids = Array.from({ length: 10 }, () => crypto.randomUUID());
      await Promise.all(ids.map((id) => apiKeys.upsert(aNewApiKey({ id }))));
      expect(await apiKeys.count()).toBe(1);
    });

    test("revokes the keys of one name except the one to keep, and counts them by name", async () => {
      const { apiKeys } = await open();
      const hashes = [1, 2, 3].map((filler) => Buffer.alloc(32, filler));
      const names = ["setting", "setting", "other"];
      for (const [index, hash] of hashes.entries()) {
        const name = names[index] ?? "";
        await apiKeys.upsert(aNewApiKey({ id: crypto.randomUUID(), hash, name }));
      }
      const revokedAt = () =>
        Promise.all(
          hashes.map(async (hash) => (await apiKeys.findAndTouch(hash, NOON))?.revokedAt),
        );
      await apiKeys.revokeNamed("setting", { exceptHash: hashes[0] ?? null, at: NOON });
      expect(await revokedAt()).toEqual([null, NOON, null]);
      await apiKeys.revokeNamed("setting", { exceptHash: null, at: secondsAfterNoon(1) });
      expect(await revokedAt()).toEqual([secondsAfterNoon(1), NOON, null]);
      expect(await apiKeys.count({ exceptName: "setting" })).toBe(1);
    });

    test("an empty repository counts no keys", async () => {
      const { apiKeys } = await open();
      expect(await apiKeys.count()).toBe(0);
    });
  });
}
