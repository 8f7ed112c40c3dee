import { describe, expect, test } from "vitest";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { makeAccountPorts } from "../../testing/in-memory-account-ports";
import { createApiKey } from "./create-api-key";
import { applySettingKey } from "./ensure-api-key";
import { revokeApiKey } from "./revoke-api-key";
import { rotateApiKey } from "./rotate-api-key";

const DAY_SECONDS = 86_400;
const author = { actor: "administrator:1" };

async function arrange(expiresInSeconds: number | null = null) {
  const ports = makeAccountPorts();
  const inSeconds = (seconds: number) => new Date(ports.clock.now().getTime() + seconds * 1000);
  const made = await createApiKey(ports, {
    ...{ name: "warehouse", scopes: ["documents:read"], allowedNetworks: ["10.0.0.0/8"], author },
    expiresAt: expiresInSeconds === null ? null : inSeconds(expiresInSeconds),
  });
  const authenticate = createApiKeyAuthenticator(ports);
  const isTaken = (key: string) =>
    authenticate(`Bearer ${key}`, "10.1.2.3").then(
      () => true,
      () => false,
    );
  return { ports, inSeconds, isTaken, ...made };
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
      ...{ name: "warehouse", scopes: ["documents:read"], allowedNetworks: ["10.0.0.0/8"] },
      ...{ rotatedFromId: stored.id, expiresAt: null },
    });
    expect(JSON.stringify(await ports.apiKeys.list())).not.toContain(rotated.key);
    expect(ports.apiKeys.notes.at(-1)).toMatchObject({
      ...{ action: "api-key-rotated", keyId: stored.id, author },
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
