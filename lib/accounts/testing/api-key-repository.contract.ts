import { describe, expect, test } from "vitest";
import type { ApiKeyRepository } from "../access-ports";
import { aKeyNote, aNewApiKey } from "./api-key.fixture";

type Open = () => Promise<ApiKeyRepository>;

/** Defines the contract tests that every API key repository must pass; `open` opens an empty repository for each test. */
export function describeApiKeyRepositoryContract(name: string, open: Open): void {
  describe(name, () => {
    describeFinding(open);
    describeLastUse(open);
    describeUpsert(open);
    describeListing(open);
    describeRevocation(open);
  });
}

const HASH = Buffer.alloc(32, 7);
const ID = "019cbc00-0000-7000-8000-0000000000dd";
const OTHER_ID = "019cbc00-0000-7000-8000-0000000000ee";
const NOON = new Date("2026-03-01T12:00:00.000Z");
const secondsAfterNoon = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

const lastUseOf = async (apiKeys: ApiKeyRepository, id: string) =>
  (await apiKeys.list()).find((key) => key.id === id)?.lastUsedAt;

function describeFinding(open: Open) {
  describe("finding", () => {
    test("returns a stored key by its hash", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey({ expiresAt: secondsAfterNoon(60) }), aKeyNote());
      expect(await apiKeys.findAndTouch(HASH, NOON)).toEqual({
        id: ID,
        name: "warehouse",
        scopes: ["documents:read", "documents:write"],
        expiresAt: secondsAfterNoon(60),
        revokedAt: null,
        allowedNetworks: [],
      });
    });

    test("returns null for an unknown hash", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      expect(await apiKeys.findAndTouch(Buffer.alloc(32, 8), NOON)).toBeNull();
    });

    test("returns a revoked key with the time of its revocation", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      await apiKeys.revoke(ID, aKeyNote({ at: NOON }));
      expect((await apiKeys.findAndTouch(HASH, NOON))?.revokedAt).toEqual(NOON);
    });

    test("returns an expired key", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey({ expiresAt: NOON }), aKeyNote());
      expect((await apiKeys.findAndTouch(HASH, secondsAfterNoon(1)))?.expiresAt).toEqual(NOON);
    });
  });
}

function describeLastUse(open: Open) {
  describe("the time of the last use", () => {
    test("is null until the first use, which sets it", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      expect(await lastUseOf(apiKeys, ID)).toBeNull();
      await apiKeys.findAndTouch(HASH, NOON);
      expect(await lastUseOf(apiKeys, ID)).toEqual(NOON);
    });

    test("is written at most once a minute", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      await apiKeys.findAndTouch(HASH, NOON);
      await apiKeys.findAndTouch(HASH, secondsAfterNoon(59));
      expect(await lastUseOf(apiKeys, ID)).toEqual(NOON);
      await apiKeys.findAndTouch(HASH, secondsAfterNoon(61));
      expect(await lastUseOf(apiKeys, ID)).toEqual(secondsAfterNoon(61));
    });

    test("does not prevent any of 20 concurrent calls from finding the key", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      const uses = Array.from({ length: 20 }, () => apiKeys.findAndTouch(HASH, NOON));
      const found = await Promise.all(uses);
      expect(found.filter((key) => key?.name === "warehouse")).toHaveLength(20);
      expect(await lastUseOf(apiKeys, ID)).toEqual(NOON);
    });

    test("changes only for the key that was used", async () => {
      const apiKeys = await open();
      const other = Buffer.alloc(32, 9);
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      await apiKeys.upsert(aNewApiKey({ hash: other, id: OTHER_ID }), aKeyNote());
      await apiKeys.findAndTouch(HASH, NOON);
      expect(await lastUseOf(apiKeys, OTHER_ID)).toBeNull();
    });
  });
}

function describeUpsert(open: Open) {
  describe("upsert", () => {
    test("updates the name, scopes and expiry of a key with a known hash, and keeps its id", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      await apiKeys.upsert(
        aNewApiKey({
          id: OTHER_ID,
          name: "renamed",
          scopes: ["configuration:read"],
          expiresAt: secondsAfterNoon(60),
        }),
        aKeyNote(),
      );
      expect(await apiKeys.findAndTouch(HASH, NOON)).toEqual({
        id: ID,
        name: "renamed",
        scopes: ["configuration:read"],
        expiresAt: secondsAfterNoon(60),
        revokedAt: null,
        allowedNetworks: [],
      });
      expect(await apiKeys.count()).toBe(1);
    });

    test("makes a revoked key valid again", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      await apiKeys.revoke(ID, aKeyNote({ at: NOON }));
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      expect((await apiKeys.findAndTouch(HASH, NOON))?.revokedAt).toBeNull();
    });

    test("stores the key only once if ten calls are concurrent", async () => {
      const apiKeys = await open();
      const ids = Array.from({ length: 10 }, () => crypto.randomUUID());
      await Promise.all(ids.map((id) => apiKeys.upsert(aNewApiKey({ id }), aKeyNote())));
      expect(await apiKeys.count()).toBe(1);
    });

    test("all keys with the same name but one can be revoked together, and all of them can be left out of the count", async () => {
      const apiKeys = await open();
      const hashes = [1, 2, 3].map((filler) => Buffer.alloc(32, filler));
      const names = ["setting", "setting", "other"];
      for (const [index, hash] of hashes.entries()) {
        const name = names[index] ?? "";
        await apiKeys.upsert(aNewApiKey({ id: crypto.randomUUID(), hash, name }), aKeyNote());
      }
      const revokedAt = () =>
        Promise.all(
          hashes.map(async (hash) => (await apiKeys.findAndTouch(hash, NOON))?.revokedAt),
        );
      await apiKeys.revokeNamed("setting", hashes[0] ?? null, aKeyNote());
      expect(await revokedAt()).toEqual([null, NOON, null]);
      await apiKeys.revokeNamed("setting", null, aKeyNote({ at: secondsAfterNoon(1) }));
      expect(await revokedAt()).toEqual([secondsAfterNoon(1), NOON, null]);
      expect(await apiKeys.count({ exceptName: "setting" })).toBe(1);
    });

    test("an empty repository counts no keys", async () => {
      const apiKeys = await open();
      expect(await apiKeys.count()).toBe(0);
    });
  });
}

function describeListing(open: Open) {
  describe("list", () => {
    test("returns everything about each key except its hash, oldest first", async () => {
      const apiKeys = await open();
      const createdAt = secondsAfterNoon(1);
      await apiKeys.upsert(
        aNewApiKey({ id: OTHER_ID, hash: Buffer.alloc(32, 9), name: "younger", createdAt }),
        aKeyNote(),
      );
      await apiKeys.upsert(aNewApiKey({ expiresAt: secondsAfterNoon(60) }), aKeyNote());
      const listed = await apiKeys.list();
      expect(listed.map(({ name }) => name)).toEqual(["warehouse", "younger"]);
      expect(listed[0]).toEqual({
        id: ID,
        name: "warehouse",
        prefix: "sd_abcde",
        scopes: ["documents:read", "documents:write"],
        createdAt: NOON,
        lastUsedAt: null,
        expiresAt: secondsAfterNoon(60),
        revokedAt: null,
        allowedNetworks: [],
        rotatedFromId: null,
      });
    });

    test("includes revoked keys", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      await apiKeys.revoke(ID, aKeyNote({ at: NOON }));
      expect(await apiKeys.list()).toMatchObject([{ id: ID, revokedAt: NOON }]);
    });

    test("is empty for an empty repository", async () => {
      expect(await (await open()).list()).toEqual([]);
    });
  });
}

function describeRevocation(open: Open) {
  describe("revoke", () => {
    test("keeps the time of the first revocation", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      expect(await apiKeys.revoke(ID, aKeyNote({ at: NOON }))).toBe(true);
      expect(await apiKeys.revoke(ID, aKeyNote({ at: secondsAfterNoon(1) }))).toBe(true);
      expect((await apiKeys.findAndTouch(HASH, NOON))?.revokedAt).toEqual(NOON);
    });

    test("does not affect other keys, and returns false for an unknown key", async () => {
      const apiKeys = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      expect(await apiKeys.revoke(OTHER_ID, aKeyNote({ at: NOON }))).toBe(false);
      expect((await apiKeys.findAndTouch(HASH, NOON))?.revokedAt).toBeNull();
    });
  });
}
