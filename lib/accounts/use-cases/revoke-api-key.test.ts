import { describe, expect, test } from "vitest";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { type InMemoryAccountPorts, makeAccountPorts } from "../testing/in-memory-account-ports";
import { createApiKey } from "./create-api-key";
import { revokeApiKey } from "./revoke-api-key";

async function arrange(ports: InMemoryAccountPorts = makeAccountPorts()) {
  const made = await createApiKey(ports, {
    name: "x",
    scopes: ["documents:read"],
    expiresAt: null,
  });
  return { ports, ...made };
}

/** A key with the same first characters, as chance may make one. */
async function storeTwin({ apiKeys, ids, clock }: InMemoryAccountPorts, prefix: string) {
  const id = ids.uuid();
  const hash = Buffer.alloc(32, 9);
  const key = { id, hash, prefix, name: "twin", scopes: [], expiresAt: null };
  await apiKeys.upsert({ ...key, createdAt: clock.now() });
  return id;
}

describe("revoking an API key", () => {
  test.each(["id", "prefix"] as const)("by its %s refuses it from then on", async (by) => {
    const { ports, key, stored } = await arrange();
    expect(await revokeApiKey(ports, { idOrPrefix: stored[by] })).toMatchObject({
      ...{ id: stored.id, revokedAt: ports.clock.now() },
    });
    const authenticate = createApiKeyAuthenticator(ports);
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: "invalid-api-key" });
  });

  test("again is harmless, and the first time stands", async () => {
    const { ports, stored } = await arrange();
    const revokedAt = ports.clock.now();
    await revokeApiKey(ports, { idOrPrefix: stored.id });
    ports.clock.advanceSeconds(60);
    expect((await revokeApiKey(ports, { idOrPrefix: stored.id })).revokedAt).toEqual(revokedAt);
    expect((await ports.apiKeys.list())[0]?.revokedAt).toEqual(revokedAt);
  });

  test.each(["", "sd_", "sd_unkno", "019cbc00-0000-7000-8000-ffffffffffff"])(
    "%j, which names no key, revokes none",
    async (idOrPrefix) => {
      const { ports } = await arrange();
      const refused = revokeApiKey(ports, { idOrPrefix });
      await expect(refused).rejects.toMatchObject({ code: "not-found" });
      expect((await ports.apiKeys.list())[0]?.revokedAt).toBeNull();
    },
  );

  test("by a prefix that two valid keys have revokes none and names both", async () => {
    const { ports, stored } = await arrange();
    const twin = await storeTwin(ports, stored.prefix);
    const refused = revokeApiKey(ports, { idOrPrefix: stored.prefix });
    await expect(refused).rejects.toMatchObject({
      code: "validation-failed",
      detail: expect.stringContaining(`${stored.id}, ${twin}`),
    });
    expect((await ports.apiKeys.list()).every(({ revokedAt }) => revokedAt === null)).toBe(true);
  });

  test("by a prefix whose other key is revoked already revokes the valid one", async () => {
    const { ports, stored } = await arrange();
    const twin = await storeTwin(ports, stored.prefix);
    await revokeApiKey(ports, { idOrPrefix: stored.id });
    expect((await revokeApiKey(ports, { idOrPrefix: stored.prefix })).id).toBe(twin);
  });
});
