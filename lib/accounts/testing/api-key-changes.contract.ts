import { describe, expect, test } from "vitest";
import type { ApiKeyRepository } from "../access-ports";
import { aKeyNote, aNewApiKey } from "./api-key.fixture";

/** An audit note about a change to an API key. */
export interface NotedChange {
  readonly action: string;
  readonly keyId: string;
}

type Open = () => Promise<{
  readonly apiKeys: ApiKeyRepository;
  /** Returns all audit notes, oldest first. */
  readonly noted: () => Promise<readonly NotedChange[]>;
}>;

const [ID, NEW_ID] = [aNewApiKey().id, "019cbc00-0000-7000-8000-0000000000ef"];
const NOON = aNewApiKey().createdAt;
const NEW_HASH = Buffer.alloc(32, 8);
const hoursAfterNoon = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
const ROTATED = aKeyNote({ action: "api-key-rotated", at: hoursAfterNoon(1) });
const REVOKED = aKeyNote({ action: "api-key-revoked" });
const REPLACEMENT = {
  key: {
    id: NEW_ID,
    hash: NEW_HASH,
    prefix: "sd_fghij",
    expiresAt: null,
    createdAt: hoursAfterNoon(1),
  },
  until: hoursAfterNoon(25),
};

/** Defines the contract tests of API key repositories for rotation and the audit log; `open` opens an empty repository. */
export function describeApiKeyChangesContract(name: string, open: Open): void {
  describe(name, () => {
    describeRotation(open);
    describeNotes(open);
  });
}

function describeRotation(open: Open) {
  describe("rotate", () => {
    test("stores a key with the name, scopes and networks of the old key, and makes the old key expire", async () => {
      const { apiKeys } = await open();
      await apiKeys.upsert(aNewApiKey({ allowedNetworks: ["10.0.0.0/8"] }), aKeyNote());
      const stored = await apiKeys.rotate(ID, REPLACEMENT, ROTATED);
      const [old, replacing] = await apiKeys.list();
      expect(old).toMatchObject({ id: ID, expiresAt: REPLACEMENT.until, revokedAt: null });
      expect(replacing).toEqual({
        id: NEW_ID,
        name: "warehouse",
        prefix: "sd_fghij",
        scopes: ["documents:read", "documents:write"],
        allowedNetworks: ["10.0.0.0/8"],
        createdAt: hoursAfterNoon(1),
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
        rotatedFromId: ID,
      });
      expect(stored).toEqual(replacing);
      expect((await apiKeys.findAndTouch(NEW_HASH, NOON))?.id).toBe(NEW_ID);
    });

    test("never extends the lifetime of the old key", async () => {
      const { apiKeys } = await open();
      await apiKeys.upsert(aNewApiKey({ expiresAt: hoursAfterNoon(2) }), aKeyNote());
      await apiKeys.rotate(ID, REPLACEMENT, ROTATED);
      expect((await apiKeys.list())[0]?.expiresAt).toEqual(hoursAfterNoon(2));
    });

    test.each([
      ["is revoked", {}, true],
      ["is expired", { expiresAt: hoursAfterNoon(1) }, false],
    ])("does nothing for a key that %s", async (_what, changes, isRevoked) => {
      const { apiKeys } = await open();
      await apiKeys.upsert(aNewApiKey(changes), aKeyNote());
      if (isRevoked) await apiKeys.revoke(ID, REVOKED);
      const before = await apiKeys.list();
      expect(await apiKeys.rotate(ID, REPLACEMENT, ROTATED)).toBeNull();
      expect(await apiKeys.list()).toEqual(before);
    });

    test("does nothing for a key that has already been replaced, until its replacement is revoked", async () => {
      const { apiKeys } = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      await apiKeys.rotate(ID, REPLACEMENT, ROTATED);
      const key = { ...REPLACEMENT.key, id: crypto.randomUUID(), hash: Buffer.alloc(32, 9) };
      expect(await apiKeys.rotate(ID, { ...REPLACEMENT, key }, ROTATED)).toBeNull();
      await apiKeys.revoke(NEW_ID, REVOKED);
      expect(await apiKeys.rotate(ID, { ...REPLACEMENT, key }, ROTATED)).not.toBeNull();
    });

    test("replaces the key only once if it is called several times concurrently", async () => {
      const { apiKeys, noted } = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      const rotate = (_: unknown, n: number) => {
        const key = { ...REPLACEMENT.key, id: crypto.randomUUID(), hash: Buffer.alloc(32, 20 + n) };
        return apiKeys.rotate(ID, { ...REPLACEMENT, key }, ROTATED);
      };
      const stored = await Promise.all(Array.from({ length: 6 }, rotate));
      expect(stored.filter((key) => key !== null)).toHaveLength(1);
      expect(await apiKeys.list()).toHaveLength(2);
      const actions = (await noted()).map(({ action }) => action);
      expect(actions).toEqual(["api-key-created", "api-key-rotated"]);
    });

    test("returns null for a key that does not exist", async () => {
      const { apiKeys } = await open();
      expect(await apiKeys.rotate(ID, REPLACEMENT, ROTATED)).toBeNull();
    });
  });
}

function describeNotes(open: Open) {
  describe("the audit log", () => {
    test("has an entry for each key that was created, changed, rotated or revoked", async () => {
      const { apiKeys, noted } = await open();
      await apiKeys.upsert(aNewApiKey(), aKeyNote());
      await apiKeys.upsert(aNewApiKey({ id: crypto.randomUUID(), name: "new" }), aKeyNote());
      await apiKeys.rotate(ID, REPLACEMENT, ROTATED);
      await apiKeys.revoke(NEW_ID, REVOKED);
      await apiKeys.revokeNamed("new", null, REVOKED);
      expect(await noted()).toEqual([
        { action: "api-key-created", keyId: ID },
        { action: "api-key-created", keyId: ID },
        { action: "api-key-rotated", keyId: ID },
        { action: "api-key-revoked", keyId: NEW_ID },
        { action: "api-key-revoked", keyId: ID },
      ]);
    });

    test("gets no entry if nothing changed", async () => {
      const { apiKeys, noted } = await open();
      await apiKeys.upsert(aNewApiKey({ allowedNetworks: ["10.0.0.0/8"] }), aKeyNote());
      await apiKeys.upsert(aNewApiKey({ allowedNetworks: ["10.0.0.0/8"] }), aKeyNote());
      await apiKeys.revoke(NEW_ID, REVOKED);
      await apiKeys.revokeNamed("warehouse", aNewApiKey().hash, REVOKED);
      await apiKeys.revoke(ID, REVOKED);
      await apiKeys.revoke(ID, REVOKED);
      const actions = (await noted()).map(({ action }) => action);
      expect(actions).toEqual(["api-key-created", "api-key-revoked"]);
    });
  });
}
