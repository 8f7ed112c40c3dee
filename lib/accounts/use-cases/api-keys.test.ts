import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { COMMAND_AUTHOR, SCOPES } from "@/lib/kernel/rules/actor";
import { aKeyNote, aNewApiKey } from "../testing/api-key.fixture";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import {
  applySettingKey,
  createApiKey,
  ensureApiKey,
  hashApiKey,
  hasNoOwnKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from "./api-keys";

const DAY_SECONDS = 86_400;
const author = { actor: "administrator:1" };

async function arrange(expiresInSeconds: number | null = null) {
  const ports = makeAccountPorts();
  const inSeconds = (seconds: number) => new Date(ports.clock.now().getTime() + seconds * 1000);
  const created = await createApiKey(ports, {
    name: "warehouse",
    scopes: ["documents:read"],
    allowedNetworks: ["10.0.0.0/8"],
    author,
    expiresAt: expiresInSeconds === null ? null : inSeconds(expiresInSeconds),
  });
  const authenticate = createApiKeyAuthenticator(ports);
  const isTaken = (key: string) =>
    authenticate(`Bearer ${key}`, "10.1.2.3").then(
      () => true,
      () => false,
    );
  return { ports, inSeconds, isTaken, ...created };
}

describe("rotating an API key", () => {
  test.each([
    ["1h", 3_600],
    ["24h", DAY_SECONDS],
    ["7d", 7 * DAY_SECONDS],
  ] as const)("lets both keys work until the overlap of %s ends", async (overlap, seconds) => {
    const { ports, isTaken, key, stored } = await arrange();
    const rotated = await rotateApiKey(ports, { idOrPrefix: stored.id, overlap, author });
    expect(rotated.key).toMatch(/^sd_[\w-]{43}$/);
    expect(await Promise.all([key, rotated.key].map(isTaken))).toEqual([true, true]);
    ports.clock.advanceSeconds(seconds - 0.001);
    expect(await isTaken(key)).toBe(true);
    ports.clock.advanceSeconds(0.001);
    expect(await Promise.all([key, rotated.key].map(isTaken))).toEqual([false, true]);
    expect(rotated.previousExpiresAt).toEqual(ports.clock.now());
  });

  test("keeps the name, scopes and networks, records the key that it replaces, and is audited", async () => {
    const { ports, stored } = await arrange();
    const rotated = await rotateApiKey(ports, { idOrPrefix: stored.prefix, overlap: "1h", author });
    expect(rotated.stored).toMatchObject({
      name: "warehouse",
      scopes: ["documents:read"],
      allowedNetworks: ["10.0.0.0/8"],
      rotatedFromId: stored.id,
      expiresAt: null,
    });
    expect(JSON.stringify(await ports.apiKeys.list())).not.toContain(rotated.key);
    expect(ports.apiKeys.notes.at(-1)).toMatchObject({
      action: "api-key-rotated",
      keyId: stored.id,
      author,
    });
  });

  test("gives the new key the same lifetime as the old one", async () => {
    const { ports, inSeconds, stored } = await arrange(90 * DAY_SECONDS);
    ports.clock.advanceSeconds(89.5 * DAY_SECONDS);
    const input = { idOrPrefix: stored.id, overlap: "24h", author } as const;
    const rotated = await rotateApiKey(ports, input);
    expect(rotated.stored.expiresAt).toEqual(inSeconds(90 * DAY_SECONDS));
    expect(rotated.previousExpiresAt).toEqual(inSeconds(DAY_SECONDS / 2));
  });

  test("is rejected for a revoked key", async () => {
    const { ports, stored } = await arrange();
    await revokeApiKey(ports, { idOrPrefix: stored.id, author });
    const refused = rotateApiKey(ports, { idOrPrefix: stored.id, overlap: "1h", author });
    await expect(refused).rejects.toMatchObject({ code: "api-key-not-rotatable" });
    expect(await ports.apiKeys.count()).toBe(1);
  });

  test("is rejected for the setting's key, even by a command, because the setting would restore the old key at startup", async () => {
    const { ports } = await arrange();
    await applySettingKey(ports, "k".repeat(40));
    const input = { idOrPrefix: "kkkkkkkk", overlap: "1h", author: COMMAND_AUTHOR } as const;
    await expect(rotateApiKey(ports, input)).rejects.toMatchObject({
      code: "api-key-set-by-operator",
    });
  });

  test("is rejected for an unknown key", async () => {
    const { ports } = await arrange();
    const refused = rotateApiKey(ports, { idOrPrefix: "sd_nobody", overlap: "1h", author });
    await expect(refused).rejects.toMatchObject({ code: "api-key-not-found" });
  });
});

const INPUT: Parameters<typeof createApiKey>[1] = {
  name: "warehouse",
  scopes: ["documents:read"] as const,
  expiresAt: null,
  allowedNetworks: [],
  author: COMMAND_AUTHOR,
};
const inSeconds = (ports: ReturnType<typeof makeAccountPorts>, seconds: number) =>
  new Date(ports.clock.now().getTime() + seconds * 1000);

describe("creating an API key", () => {
  test("returns a key that authenticates with exactly its scopes", async () => {
    const ports = makeAccountPorts();
    const { key, stored } = await createApiKey(ports, INPUT);
    expect(key).toMatch(/^sd_[\w-]{43}$/);
    const authenticate = createApiKeyAuthenticator(ports);
    expect(await authenticate(`Bearer ${key}`, "127.0.0.1")).toEqual({
      kind: "api-key",
      id: stored.id,
      scopes: ["documents:read"],
    });
  });

  test("stores its SHA-256 and its first 8 characters, but never the key itself", async () => {
    const ports = makeAccountPorts();
    const { key, stored } = await createApiKey(ports, INPUT);
    expect(stored).toMatchObject({ hash: hashApiKey(key), prefix: key.slice(0, 8) });
    expect(JSON.stringify([stored, await ports.apiKeys.list()])).not.toContain(key);
  });

  test("never creates the same key twice", async () => {
    const ports = makeAccountPorts();
    const first = await createApiKey(ports, INPUT);
    expect((await createApiKey(ports, INPUT)).key).not.toBe(first.key);
    expect(await ports.apiKeys.count()).toBe(2);
  });

  test.each(["", "   ", "x".repeat(101), "a\nb", "a\u0000b", "STAGEDOOR_API_KEY"])(
    "rejects the name %j",
    async (name) => {
      const ports = makeAccountPorts();
      const refused = createApiKey(ports, { ...INPUT, name });
      await expect(refused).rejects.toMatchObject({ code: "validation-failed" });
      expect(await ports.apiKeys.count()).toBe(0);
    },
  );

  test("rejects a key without scopes", async () => {
    const refused = createApiKey(makeAccountPorts(), { ...INPUT, scopes: [] });
    await expect(refused).rejects.toMatchObject({ code: "validation-failed" });
  });

  test("is audited with the user who created it", async () => {
    const ports = makeAccountPorts();
    const author = { actor: "administrator:1", address: "203.0.113.7" };
    const { stored } = await createApiKey(ports, { ...INPUT, author });
    expect(ports.apiKeys.notes).toEqual([
      { keyId: stored.id, at: ports.clock.now(), author, action: "api-key-created" },
    ]);
  });

  test("accepts an expiry in the future, but not now or in the past", async () => {
    const ports = makeAccountPorts();
    const expiresAt = inSeconds(ports, 0.001);
    expect((await createApiKey(ports, { ...INPUT, expiresAt })).stored.expiresAt).toEqual(
      expiresAt,
    );
    for (const seconds of [0, -1]) {
      const refused = createApiKey(ports, { ...INPUT, expiresAt: inSeconds(ports, seconds) });
      await expect(refused).rejects.toMatchObject({ code: "validation-failed" });
    }
  });
});

describe("the networks of a new key", () => {
  test("are stored as blocks, without duplicates", async () => {
    const allowedNetworks = ["203.0.113.0/24", " 2001:DB8::/32", "192.0.2.7", "203.0.113.0/24"];
    const { stored } = await createApiKey(makeAccountPorts(), { ...INPUT, allowedNetworks });
    const blocks = ["203.0.113.0/24", "2001:db8::/32", "192.0.2.7/32"];
    expect(stored.allowedNetworks).toEqual(blocks);
  });

  test.each(["10.0.0.0/33", "10.1.2.3/8", "2001:db8::1/32", "example.com", "", "10.0.0/8"])(
    "are rejected if they include %j",
    async (network) => {
      const ports = makeAccountPorts();
      const refused = createApiKey(ports, { ...INPUT, allowedNetworks: ["10.0.0.0/8", network] });
      await expect(refused).rejects.toMatchObject({
        code: "validation-failed",
        detail: expect.stringContaining(`"${network}"`),
      });
      expect(await ports.apiKeys.count()).toBe(0);
    },
  );

  test("are rejected if there are too many of them", async () => {
    const allowedNetworks = Array.from({ length: 51 }, (_, index) => `10.0.${index}.0/24`);
    const refused = createApiKey(makeAccountPorts(), { ...INPUT, allowedNetworks });
    await expect(refused).rejects.toMatchObject({ code: "validation-failed" });
  });
});

describe("the list of API keys", () => {
  test("shows for each key whether it works", async () => {
    const ports = makeAccountPorts();
    await createApiKey(ports, { ...INPUT, name: "active", expiresAt: inSeconds(ports, 11) });
    await createApiKey(ports, { ...INPUT, name: "expired", expiresAt: inSeconds(ports, 10) });
    const { stored } = await createApiKey(ports, { ...INPUT, name: "revoked" });
    await revokeApiKey(ports, { idOrPrefix: stored.id, author: COMMAND_AUTHOR });
    ports.clock.advanceSeconds(10);
    const listed = await listApiKeys(ports);
    expect(listed.map(({ name, state }) => [name, state])).toEqual([
      ["active", "active"],
      ["expired", "expired"],
      ["revoked", "revoked"],
    ]);
  });

  test("marks a key that expires within 14 days, and one that has been unused for 90 days", async () => {
    const ports = makeAccountPorts();
    const day = 86_400;
    await createApiKey(ports, { ...INPUT, name: "later", expiresAt: inSeconds(ports, 105 * day) });
    await createApiKey(ports, { ...INPUT, name: "soon", expiresAt: inSeconds(ports, 104 * day) });
    const { key } = await createApiKey(ports, { ...INPUT, name: "used" });
    ports.clock.advanceSeconds(day);
    await ports.apiKeys.findAndTouch(hashApiKey(key), ports.clock.now());
    ports.clock.advanceSeconds(89 * day);
    const listed = await listApiKeys(ports);
    expect(listed.map((each) => [each.name, each.isExpiringSoon, each.isUnused])).toEqual([
      ["later", false, true],
      ["soon", true, true],
      ["used", false, false],
    ]);
  });
});

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
