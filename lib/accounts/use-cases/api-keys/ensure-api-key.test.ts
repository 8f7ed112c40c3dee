import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { SCOPES } from "@/lib/kernel/rules/scopes";
import { aKeyNote, aNewApiKey } from "../../testing/api-key.fixture";
import { makeAccountPorts } from "../../testing/in-memory-account-ports";
import { applySettingKey, ensureApiKey, hashApiKey, hasNoOwnKey } from "./ensure-api-key";

const KEY = `sd_${"k".repeat(43)}`;

test("a key is stored as its SHA-256, with all scopes and without an expiry", async () => {
  const ports = makeAccountPorts();
  await ensureApiKey(ports, { key: KEY, name: "first" });
  const hash = createHash("sha256").update(KEY, "ascii").digest();
  expect(hashApiKey(KEY)).toEqual(hash);
  expect(await ports.apiKeys.findAndTouch(hash, ports.clock.now())).toMatchObject({
    name: "first",
    scopes: SCOPES,
    expiresAt: null,
    revokedAt: null,
  });
});

test("nothing that is stored contains the key; only its first 8 characters are stored to identify it", async () => {
  const ports = makeAccountPorts();
  const stored: unknown[] = [];
  const upsert = async (key: unknown) => {
    stored.push(key);
  };
  await ensureApiKey({ ...ports, apiKeys: { ...ports.apiKeys, upsert } }, { key: KEY, name: "x" });
  expect(stored).toMatchObject([{ prefix: "sd_kkkkk" }]);
  expect(JSON.stringify(stored)).not.toContain(KEY);
});

test("a key that is stored twice is one key, with the newer name", async () => {
  const ports = makeAccountPorts();
  await ensureApiKey(ports, { key: KEY, name: "first" });
  const first = await ports.apiKeys.findAndTouch(hashApiKey(KEY), ports.clock.now());
  await ensureApiKey(ports, { key: KEY, name: "second" });
  expect(await ports.apiKeys.count()).toBe(1);
  expect(await ports.apiKeys.findAndTouch(hashApiKey(KEY), ports.clock.now())).toEqual({
    ...first,
    name: "second",
  });
});

test("changing the setting revokes its previous key and no other key", async () => {
  const ports = makeAccountPorts();
  const [before, after] = [`before-${"x".repeat(30)}`, `after-${"x".repeat(30)}`];
  const isRevoked = async (key: string) =>
    (await ports.apiKeys.findAndTouch(hashApiKey(key), ports.clock.now()))?.revokedAt !== null;
  await ensureApiKey(ports, { key: KEY, name: "first key" });
  await applySettingKey(ports, before);
  await applySettingKey(ports, after);
  expect(await Promise.all([before, after, KEY].map(isRevoked))).toEqual([true, false, false]);
  await applySettingKey(ports, null);
  expect(await Promise.all([before, after, KEY].map(isRevoked))).toEqual([true, true, false]);
});

test("only keys other than the setting's key count as created by users, even if they are revoked", async () => {
  const ports = makeAccountPorts();
  await applySettingKey(ports, KEY);
  expect(await hasNoOwnKey(ports)).toBe(true);
  const own = `own-${"x".repeat(30)}`;
  await ensureApiKey(ports, { key: own, name: "first key" });
  for (const { id } of await ports.apiKeys.list()) {
    await ports.apiKeys.revoke(id, aKeyNote());
  }
  expect(await hasNoOwnKey(ports)).toBe(false);
});

test("the audit log has an entry for each change at startup, and none if nothing changed", async () => {
  const ports = makeAccountPorts();
  await applySettingKey(ports, KEY);
  await applySettingKey(ports, KEY);
  await applySettingKey(ports, null);
  await applySettingKey(ports, null);
  expect(ports.apiKeys.notes).toMatchObject([
    { action: "api-key-created", author: { actor: "command" } },
    { action: "api-key-revoked", author: { actor: "command" } },
  ]);
});

test("an older key gets no new scopes, but the setting's key gets all of them at the next start", async () => {
  const ports = makeAccountPorts();
  const scopes = SCOPES.filter((scope) => scope !== "documents:erase");
  const [own, setting] = [aNewApiKey({ scopes }), { hash: hashApiKey(KEY), scopes }];
  await ports.apiKeys.upsert(own, aKeyNote());
  const stored = aNewApiKey({ ...setting, id: ports.ids.uuid(), name: "STAGEDOOR_API_KEY" });
  await ports.apiKeys.upsert(stored, aKeyNote());
  await applySettingKey(ports, KEY);
  const scopesOf = async (hash: Buffer) =>
    (await ports.apiKeys.findAndTouch(hash, ports.clock.now()))?.scopes;
  expect(await scopesOf(own.hash)).toEqual(scopes);
  expect(await scopesOf(setting.hash)).toEqual(SCOPES);
});
