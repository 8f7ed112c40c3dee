import { describe, expect, test } from "vitest";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { makeAccountPorts } from "../../testing/in-memory-account-ports";
import { createApiKey } from "./create-api-key";
import { hashApiKey } from "./ensure-api-key";
import { listApiKeys } from "./list-api-keys";
import { revokeApiKey } from "./revoke-api-key";

const INPUT: Parameters<typeof createApiKey>[1] = {
  ...{ name: "warehouse", scopes: ["documents:read"] as const, expiresAt: null },
  ...{ allowedNetworks: [], author: COMMAND_AUTHOR },
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
      ...{ kind: "api-key", id: stored.id, scopes: ["documents:read"] },
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
        ...{ code: "validation-failed", detail: expect.stringContaining(`"${network}"`) },
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
