import { describe, expect, test } from "vitest";
import { applySettingKey } from "@/lib/accounts/use-cases/api-keys";
import { apiKeyList, apiKeyRow, newApiKey } from "@/lib/http/accounts/api-key-schemas";
import { prepareApi } from "../../testing/api.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const KEYS = "/api/cockpit/api-keys";
const HERE = { "x-stagedoor-peer-address": "203.0.113.7" };
const api = prepareApi();

async function signedIn(role: "administrator" | "reviewer" = "administrator") {
  const { user, headers } = await signInForTest(api.container, role);
  const call = (method: "GET" | "POST", path: string, body?: unknown) =>
    api.call(method, path, { key: null, headers: { ...HERE, ...headers }, body });
  return { user, call };
}

const BODY = { name: "warehouse", scopes: ["documents:read"] };
const auditOf = (id: string) =>
  api.container.database.prisma.auditEntry.findMany({ where: { subject: `api-key:${id}` } });

describe("a new key", () => {
  test("is shown once, works only from its allowed networks, and is audited", async () => {
    const { user, call } = await signedIn();
    const allowedNetworks = ["198.51.100.0/24"];
    const answer = await call("POST", KEYS, { ...BODY, allowedNetworks });
    expect(answer.status).toBe(201);
    const { key, row } = newApiKey.parse(answer.body);
    expect(row).toMatchObject({ name: "warehouse", state: "active", allowedNetworks });
    const use = (address: string) =>
      api.call("GET", "/external-api/staged-documents", {
        key,
        headers: { "x-stagedoor-peer-address": address },
      });
    expect((await use("198.51.100.9")).status).toBe(200);
    expect(await use("203.0.113.7")).toMatchObject({
      status: 403,
      body: { code: "network-not-allowed" },
    });
    const listed = await call("GET", KEYS);
    expect(JSON.stringify(listed.body)).not.toContain(key);
    expect(apiKeyList.parse(listed.body)).toMatchObject({
      items: [{ id: row.id }, {}],
      ownAddress: "203.0.113.7",
    });
    expect(await auditOf(row.id)).toMatchObject([
      { action: "api-key-created", actor: `administrator:${user.id}`, address: "203.0.113.7" },
    ]);
  });

  test.each([
    [{ ...BODY, name: " " }, "The name must have"],
    [{ ...BODY, scopes: [] }, "Name at least one scope"],
    [{ ...BODY, scopes: ["documents:fly"] }, "#/scopes/0 must be one of documents:read"],
    [
      { ...BODY, expiresAt: "2020-01-31T00:00:00Z" },
      "The expiry 2020-01-31T00:00:00.000Z is in the past",
    ],
    [{ ...BODY, allowedNetworks: ["10.1.2.3/8"] }, "names an address inside a network"],
  ])("is rejected with %j", async (body, words) => {
    const { call } = await signedIn();
    expect(await call("POST", KEYS, body)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(words) },
    });
  });
});

describe("an existing key", () => {
  const createKey = async () => {
    const { call } = await signedIn();
    return { call, ...newApiKey.parse((await call("POST", KEYS, BODY)).body) };
  };

  test("can be rotated once, which shows the new key and sets an expiry for the old key", async () => {
    const { call, row } = await createKey();
    const answer = await call("POST", `${KEYS}/${row.id}/rotate`, { overlap: "24h" });
    expect(answer.status).toBe(201);
    const rotated = newApiKey.parse(answer.body);
    expect(rotated.row).toMatchObject({ name: "warehouse", rotatedFromId: row.id });
    const { items } = apiKeyList.parse((await call("GET", KEYS)).body);
    const old = items.find(({ id }) => id === row.id);
    expect(old).toMatchObject({ state: "active", expiresAt: rotated.previousExpiresAt });
    expect(old?.isExpiringSoon).toBe(true);
    const again = await call("POST", `${KEYS}/${row.id}/rotate`, { overlap: "1h" });
    expect(again).toMatchObject({ status: 409, body: { code: "api-key-not-rotatable" } });
    expect((await auditOf(row.id)).map(({ action }) => action)).toEqual([
      "api-key-created",
      "api-key-rotated",
    ]);
  });

  test("can be revoked repeatedly without error", async () => {
    const { call, row } = await createKey();
    const path = `${KEYS}/${row.id}/revoke`;
    const first = await call("POST", path);
    expect(apiKeyRow.parse(first.body)).toMatchObject({ id: row.id, state: "revoked" });
    expect(await call("POST", path)).toMatchObject({ status: 200, body: first.body });
    expect(await auditOf(row.id)).toHaveLength(2);
  });

  test("can be neither revoked nor rotated in the cockpit if it is set by the operator", async () => {
    await applySettingKey(api.container.ports, "k".repeat(40));
    const { call } = await signedIn();
    const { items } = apiKeyList.parse((await call("GET", KEYS)).body);
    const key = items.find(({ isSetByOperator }) => isSetByOperator);
    const refused = { status: 409, body: { code: "api-key-set-by-operator" } };
    expect(await call("POST", `${KEYS}/${key?.id}/revoke`)).toMatchObject(refused);
    const rotated = await call("POST", `${KEYS}/${key?.id}/rotate`, { overlap: "1h" });
    expect(rotated).toMatchObject(refused);
  });

  test("cannot be found by an unknown id, for which the call returns 404", async () => {
    const { call } = await signedIn();
    const path = `${KEYS}/00000000-0000-7000-8000-000000000000/revoke`;
    expect(await call("POST", path)).toMatchObject({ body: { code: "api-key-not-found" } });
  });

  test("can be changed only by administrators", async () => {
    const { row } = await createKey();
    const { call } = await signedIn("reviewer");
    const refused = { status: 403, body: { code: "missing-role" } };
    expect(await call("GET", KEYS)).toMatchObject(refused);
    expect(await call("POST", KEYS, BODY)).toMatchObject(refused);
    expect(await call("POST", `${KEYS}/${row.id}/revoke`)).toMatchObject(refused);
  });
});
