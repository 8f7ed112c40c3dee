import { describe, expect, test } from "vitest";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { createApiKey } from "./create-api-key";
import { hashApiKey } from "./ensure-api-key";
import { listApiKeys } from "./list-api-keys";
import { revokeApiKey } from "./revoke-api-key";

const INPUT = { name: "warehouse", scopes: ["documents:read"], expiresAt: null } as const;
const inSeconds = (ports: ReturnType<typeof makeAccountPorts>, seconds: number) =>
  new Date(ports.clock.now().getTime() + seconds * 1000);

describe("creating an API key", () => {
  test("answers a key that authenticates with exactly its scopes", async () => {
    const ports = makeAccountPorts();
    const { key, stored } = await createApiKey(ports, INPUT);
    expect(key).toMatch(/^sd_[\w-]{43}$/);
    const authenticate = createApiKeyAuthenticator(ports);
    expect(await authenticate(`Bearer ${key}`)).toEqual({
      ...{ kind: "api-key", id: stored.id, scopes: ["documents:read"] },
    });
  });

  test("stores its SHA-256 and its first 8 characters, and the key nowhere", async () => {
    const ports = makeAccountPorts();
    const { key, stored } = await createApiKey(ports, INPUT);
    expect(stored).toMatchObject({ hash: hashApiKey(key), prefix: key.slice(0, 8) });
    expect(JSON.stringify([stored, await ports.apiKeys.list()])).not.toContain(key);
  });

  test("never makes the same key twice", async () => {
    const ports = makeAccountPorts();
    const first = await createApiKey(ports, INPUT);
    expect((await createApiKey(ports, INPUT)).key).not.toBe(first.key);
    expect(await ports.apiKeys.count()).toBe(2);
  });

  test.each(["", "   ", "x".repeat(101), "a\nb", "a\u0000b", "STAGEDOOR_API_KEY"])(
    "refuses the name %j",
    async (name) => {
      const ports = makeAccountPorts();
      const refused = createApiKey(ports, { ...INPUT, name });
      await expect(refused).rejects.toMatchObject({ code: "validation-failed" });
      expect(await ports.apiKeys.count()).toBe(0);
    },
  );

  test("refuses a key without scopes", async () => {
    const refused = createApiKey(makeAccountPorts(), { ...INPUT, scopes: [] });
    await expect(refused).rejects.toMatchObject({ code: "validation-failed" });
  });

  test("takes an expiry that is to come, and none that is now or past", async () => {
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

describe("the list of API keys", () => {
  test("says of each key whether it works", async () => {
    const ports = makeAccountPorts();
    await createApiKey(ports, { ...INPUT, name: "active", expiresAt: inSeconds(ports, 11) });
    await createApiKey(ports, { ...INPUT, name: "expired", expiresAt: inSeconds(ports, 10) });
    const { stored } = await createApiKey(ports, { ...INPUT, name: "revoked" });
    await revokeApiKey(ports, { idOrPrefix: stored.id });
    ports.clock.advanceSeconds(10);
    const listed = await listApiKeys(ports);
    expect(listed.map(({ name, state }) => [name, state])).toEqual([
      ["active", "active"],
      ["expired", "expired"],
      ["revoked", "revoked"],
    ]);
  });
});
