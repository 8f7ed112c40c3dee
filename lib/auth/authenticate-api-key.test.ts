import { describe, expect, test } from "vitest";
import { aKeyNote, aNewApiKey } from "@/lib/accounts/testing/api-key.fixture";
import {
  type InMemoryApiContext,
  makeApiContext,
  storeApiKey,
} from "@/lib/http/testing/api-context.fixture";
import type { InMemoryPorts } from "@/lib/http/testing/in-memory-ports";
import { createApiKeyAuthenticator } from "./authenticate-api-key";

async function arrange() {
  const { ports, authenticate } = withAddress(makeApiContext());
  const stored = await storeApiKey(ports, ["documents:read"]);
  return { ports, authenticate, ...stored };
}

/** Returns the context with a fixed client address, because most tests do not depend on it. */
const withAddress = ({ ports, authenticate }: InMemoryApiContext) => ({
  ports,
  authenticate: (authorization: string | null, options?: Parameters<typeof authenticate>[2]) =>
    authenticate(authorization, "198.51.100.7", options),
});

const INVALID = { code: "invalid-api-key" };

describe("a valid key", () => {
  test("authenticates a call with its id and its scopes", async () => {
    const { authenticate, authorization } = await arrange();
    expect(await authenticate(authorization)).toEqual({
      kind: "api-key",
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scopes: ["documents:read"],
    });
  });

  test("is accepted with any case of Bearer and any number of spaces after it", async () => {
    const { authenticate, key } = await arrange();
    await expect(authenticate(`bearer   ${key}  `)).resolves.toBeDefined();
    await expect(authenticate(`BEARER ${key}`)).resolves.toBeDefined();
  });
});

describe("a call is rejected", () => {
  test("without a header, with the code authentication-required", async () => {
    const { authenticate } = await arrange();
    await expect(authenticate(null)).rejects.toMatchObject({ code: "authentication-required" });
  });

  test.each([
    ["an empty header", () => ""],
    ["the word alone", () => "Bearer"],
    ["the key alone", (key: string) => key],
    ["another scheme", (key: string) => `Basic ${key}`],
    ["two keys", (key: string) => `Bearer ${key} ${key}`],
    ["no space", (key: string) => `Bearer${key}`],
    ["a short key", () => "Bearer abc"],
    ["a key with a strange character", (key: string) => `Bearer ${key}ü`],
    ["201 characters", () => `Bearer ${"k".repeat(201)}`],
  ])("with %s, without a database query", async (_what, header) => {
    const { ports, authenticate, key } = await arrange();
    await expect(authenticate(header(key))).rejects.toMatchObject(INVALID);
    expect(ports.apiKeys.lookupCount()).toBe(0);
  });

  test("with an unknown key, which the error does not repeat", async () => {
    const { authenticate } = await arrange();
    const unknown = `sd_${"u".repeat(43)}`;
    await expect(authenticate(`Bearer ${unknown}`)).rejects.toMatchObject({
      ...INVALID,
      message: expect.not.stringContaining(unknown),
    });
  });

  test("with a key in a different case", async () => {
    const { authenticate, key } = await arrange();
    await expect(authenticate(`Bearer ${key.toUpperCase()}`)).rejects.toMatchObject(INVALID);
  });

  test("with a revoked key", async () => {
    const { ports, authenticate, authorization } = await arrange();
    await revokeAll(ports);
    await expect(authenticate(authorization)).rejects.toMatchObject(INVALID);
  });

  test("with a key that has just expired, even if it is cached", async () => {
    const { ports, authenticate, authorization, hash } = await arrange();
    const expiresAt = new Date(ports.clock.now().getTime() + 2_000);
    await expireAt(ports, hash, expiresAt);
    ports.clock.advanceSeconds(1.999);
    await expect(authenticate(authorization)).resolves.toBeDefined();
    ports.clock.advanceSeconds(0.001);
    await expect(authenticate(authorization)).rejects.toMatchObject(INVALID);
  });
});

describe("a key restricted to certain networks", () => {
  const FENCE = ["203.0.113.0/24", "2001:db8::/32"];
  const arrangeFenced = async () => {
    const { ports, authenticate } = makeApiContext();
    return { ports, authenticate, ...(await storeApiKey(ports, ["documents:read"], FENCE)) };
  };

  test.each(["203.0.113.0", "203.0.113.255", "2001:db8::1", "2001:DB8:ffff::1"])(
    "is accepted from %s",
    async (address) => {
      const { authenticate, authorization } = await arrangeFenced();
      await expect(authenticate(authorization, address)).resolves.toBeDefined();
    },
  );

  test.each(["203.0.112.255", "203.0.114.0", "127.0.0.1", "2001:db9::1"])(
    "is rejected from %s, with the address in the error",
    async (address) => {
      const { authenticate, authorization } = await arrangeFenced();
      await expect(authenticate(authorization, address)).rejects.toMatchObject({
        code: "network-not-allowed",
        detail: expect.stringContaining(address),
      });
    },
  );

  test("is checked on every call, although the key is cached", async () => {
    const { ports, authenticate, authorization } = await arrangeFenced();
    await authenticate(authorization, "203.0.113.7");
    await expect(authenticate(authorization, "192.0.2.1")).rejects.toMatchObject({
      code: "network-not-allowed",
    });
    await authenticate(authorization, "203.0.113.7");
    expect(ports.apiKeys.lookupCount()).toBe(1);
  });

  test("is rejected if client addresses are hidden, with the setting in the error", async () => {
    const { authenticate, authorization } = await arrangeFenced();
    await expect(authenticate(authorization, "unknown")).rejects.toMatchObject({
      code: "network-not-allowed",
      detail: expect.stringContaining("TRUSTED_PROXY_HOPS"),
    });
  });

  test("that is revoked is reported as revoked from any address", async () => {
    const { ports, authenticate, authorization } = await arrangeFenced();
    await revokeAll(ports);
    await expect(authenticate(authorization, "192.0.2.1")).rejects.toMatchObject(INVALID);
  });
});

describe("keys are cached for a few seconds", () => {
  test("a second call within two seconds does not query the database", async () => {
    const { ports, authenticate, authorization } = await arrange();
    await authenticate(authorization);
    ports.clock.advanceSeconds(1.999);
    await authenticate(authorization);
    expect(ports.apiKeys.lookupCount()).toBe(1);
  });

  test("a revocation takes effect within two seconds, however busy the key is", async () => {
    const { ports, authenticate, authorization } = await arrange();
    await authenticate(authorization);
    await revokeAll(ports);
    for (const seconds of [1, 0.999]) {
      ports.clock.advanceSeconds(seconds);
      await expect(authenticate(authorization)).resolves.toBeDefined();
    }
    ports.clock.advanceSeconds(0.001);
    await expect(authenticate(authorization)).rejects.toMatchObject(INVALID);
  });

  test("a caller that may not use the cache gets the key's present state", async () => {
    const { ports, authenticate, authorization } = await arrange();
    await authenticate(authorization);
    await revokeAll(ports);
    await expect(authenticate(authorization, { mayBeCached: false })).rejects.toMatchObject(
      INVALID,
    );
  });

  test("a clock that is set back does not keep a key in the cache", async () => {
    const { ports, authenticate, authorization } = await arrange();
    await authenticate(authorization);
    await revokeAll(ports);
    ports.clock.advanceSeconds(-3600);
    await expect(authenticate(authorization)).rejects.toMatchObject(INVALID);
  });
});

describe("the cache of keys", () => {
  test("does not contain unknown keys, so that a new key works immediately", async () => {
    const { ports, authenticate } = withAddress(makeApiContext());
    const other = await storeApiKey(makeApiContext().ports, ["documents:read"]);
    await expect(authenticate(other.authorization)).rejects.toMatchObject(INVALID);
    await ports.apiKeys.upsert(aNewApiKey({ hash: other.hash }), aKeyNote());
    await expect(authenticate(other.authorization)).resolves.toBeDefined();
  });

  test("does not contain failed lookups", async () => {
    const { ports, authenticate, authorization } = await arrange();
    ports.apiKeys.setAvailable(false);
    await expect(authenticate(authorization)).rejects.toMatchObject({
      code: "database-unavailable",
    });
    ports.apiKeys.setAvailable(true);
    await expect(authenticate(authorization)).resolves.toBeDefined();
  });

  test("shares one lookup between twenty concurrent calls", async () => {
    const { ports, authenticate, authorization } = await arrange();
    const calls = Array.from({ length: 20 }, () => authenticate(authorization));
    expect(await Promise.all(calls)).toHaveLength(20);
    expect(ports.apiKeys.lookupCount()).toBe(1);
  });

  test("never confuses two keys", async () => {
    const { ports, authenticate, authorization } = await arrange();
    const other = await storeApiKey(ports, ["documents:write"]);
    const [first, second] = await Promise.all([
      authenticate(authorization),
      authenticate(other.authorization),
    ]);
    expect(first.scopes).toEqual(["documents:read"]);
    expect(second.scopes).toEqual(["documents:write"]);
  });

  test("keeps known keys working despite thousands of unknown ones", async () => {
    const { ports, authenticate, authorization } = await arrange();
    const strangers = Array.from({ length: 3_000 }, (_, index) =>
      authenticate(`Bearer ${String(index).padStart(40, "x")}`).catch(() => "refused"),
    );
    expect(new Set(await Promise.all(strangers))).toEqual(new Set(["refused"]));
    await expect(authenticate(authorization)).resolves.toBeDefined();
    expect(ports.apiKeys.lookupCount()).toBe(3_001);
  });

  test("belongs to a single authenticator", async () => {
    const { ports, authenticate, authorization } = await arrange();
    await authenticate(authorization);
    await createApiKeyAuthenticator(ports)(authorization, "198.51.100.7");
    expect(ports.apiKeys.lookupCount()).toBe(2);
  });
});

async function expireAt(ports: InMemoryPorts, hash: Buffer, expiresAt: Date) {
  await ports.apiKeys.upsert(aNewApiKey({ hash, expiresAt }), aKeyNote());
}

async function revokeAll({ apiKeys, clock }: InMemoryPorts) {
  for (const { id } of await apiKeys.list())
    await apiKeys.revoke(id, aKeyNote({ at: clock.now() }));
}
