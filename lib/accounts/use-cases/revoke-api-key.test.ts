import { describe, expect, test } from "vitest";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { aKeyNote, aNewApiKey } from "../testing/api-key.fixture";
import { type InMemoryAccountPorts, makeAccountPorts } from "../testing/in-memory-account-ports";
import { applySettingKey, createApiKey, revokeApiKey } from "./api-keys";

async function arrange(ports: InMemoryAccountPorts = makeAccountPorts()) {
  const result = await createApiKey(ports, {
    name: "x",
    scopes: ["documents:read"],
    expiresAt: null,
    allowedNetworks: [],
    author: COMMAND_AUTHOR,
  });
  return { ports, ...result };
}

/** Stores a key with the same prefix, as can happen by chance. */
async function storeTwin({ apiKeys, ids, clock }: InMemoryAccountPorts, prefix: string) {
  const id = ids.uuid();
  const hash = Buffer.alloc(32, 9);
  const key = aNewApiKey({ id, hash, prefix, name: "twin", createdAt: clock.now() });
  await apiKeys.upsert(key, aKeyNote());
  return id;
}

describe("revoking an API key", () => {
  test.each(["id", "prefix"] as const)("by its %s makes it invalid from then on", async (by) => {
    const { ports, key, stored } = await arrange();
    expect(
      await revokeApiKey(ports, { idOrPrefix: stored[by], author: COMMAND_AUTHOR }),
    ).toMatchObject({
      id: stored.id,
      revokedAt: ports.clock.now(),
    });
    const authenticate = createApiKeyAuthenticator(ports);
    await expect(authenticate(`Bearer ${key}`, "127.0.0.1")).rejects.toMatchObject({
      code: "invalid-api-key",
    });
  });

  test("a second time is harmless and keeps the time of the first revocation", async () => {
    const { ports, stored } = await arrange();
    const revokedAt = ports.clock.now();
    await revokeApiKey(ports, { idOrPrefix: stored.id, author: COMMAND_AUTHOR });
    ports.clock.advanceSeconds(60);
    expect(
      (await revokeApiKey(ports, { idOrPrefix: stored.id, author: COMMAND_AUTHOR })).revokedAt,
    ).toEqual(revokedAt);
    expect((await ports.apiKeys.list())[0]?.revokedAt).toEqual(revokedAt);
  });

  test.each(["", "sd_", "sd_unkno", "019cbc00-0000-7000-8000-ffffffffffff"])(
    "with %j, which matches no key, revokes nothing",
    async (idOrPrefix) => {
      const { ports } = await arrange();
      const refused = revokeApiKey(ports, { idOrPrefix, author: COMMAND_AUTHOR });
      await expect(refused).rejects.toMatchObject({ code: "api-key-not-found" });
      expect((await ports.apiKeys.list())[0]?.revokedAt).toBeNull();
    },
  );

  test("by a prefix that two valid keys share revokes neither and lists both", async () => {
    const { ports, stored } = await arrange();
    const twin = await storeTwin(ports, stored.prefix);
    const refused = revokeApiKey(ports, { idOrPrefix: stored.prefix, author: COMMAND_AUTHOR });
    await expect(refused).rejects.toMatchObject({
      code: "validation-failed",
      detail: expect.stringContaining(`${stored.id}, ${twin}`),
    });
    expect((await ports.apiKeys.list()).every(({ revokedAt }) => revokedAt === null)).toBe(true);
  });

  test("by a prefix that is shared with a revoked key revokes the valid one", async () => {
    const { ports, stored } = await arrange();
    const twin = await storeTwin(ports, stored.prefix);
    await revokeApiKey(ports, { idOrPrefix: stored.id, author: COMMAND_AUTHOR });
    expect(
      (await revokeApiKey(ports, { idOrPrefix: stored.prefix, author: COMMAND_AUTHOR })).id,
    ).toBe(twin);
  });
});

describe("the key from the operator's setting", () => {
  test("can be revoked by a command, but not by a signed-in user", async () => {
    const ports = makeAccountPorts();
    await applySettingKey(ports, "k".repeat(40));
    const [key] = await ports.apiKeys.list();
    const idOrPrefix = key?.id ?? "";
    const refused = revokeApiKey(ports, { idOrPrefix, author: { actor: "administrator:1" } });
    await expect(refused).rejects.toMatchObject({ code: "api-key-set-by-operator" });
    expect((await ports.apiKeys.list())[0]?.revokedAt).toBeNull();
    await revokeApiKey(ports, { idOrPrefix, author: COMMAND_AUTHOR });
    expect((await ports.apiKeys.list())[0]?.revokedAt).not.toBeNull();
  });
});
