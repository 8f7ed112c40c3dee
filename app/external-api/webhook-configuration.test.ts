import { beforeEach, describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import { statusChangePage } from "@/lib/http/documents/external-api-schemas";
import {
  rotatedWebhookSecret,
  webhookConfiguration,
} from "@/lib/http/notifications/external-api-schemas";
import vectors from "@/lib/notifications/testing/webhook-vectors.json";
import { prepareApi } from "../testing/api.fixture";

const WEBHOOK = "/external-api/external-dms-configuration";
const ROTATIONS = `${WEBHOOK}/secret-rotations`;
const URL_OF_RECEIVER = "https://bücher.example:8443/hook?tenant=1";
const api = prepareApi();

const set = (url: unknown) => api.call("POST", WEBHOOK, { body: { url } });
const rotate = () => api.call("POST", ROTATIONS);

async function storedSecrets() {
  const { ports } = api.container;
  const { secret, previousSecret } = await ports.webhookConfiguration.find();
  return {
    secret: secret && ports.secretBox.open(secret),
    previous: previousSecret && ports.secretBox.open(previousSecret.sealed),
  };
}

beforeEach(() => api.container.database.pool.query("DELETE FROM webhook_configuration"));

describe("the webhook URL", () => {
  test("is null until it is set, then returned exactly as given, and null again after it is removed", async () => {
    const get = async () => {
      const answer = await api.call("GET", WEBHOOK);
      expect(answer.status).toBe(200);
      return webhookConfiguration.parse(answer.body);
    };
    expect(await get()).toEqual({ url: null });
    expect(await set(URL_OF_RECEIVER)).toMatchObject({
      status: 200,
      body: { url: URL_OF_RECEIVER },
    });
    expect(await get()).toEqual({ url: URL_OF_RECEIVER });
    for (const _ of ["once", "again"]) {
      expect(await api.call("DELETE", WEBHOOK)).toMatchObject({ status: 204, body: null });
    }
    expect(await get()).toEqual({ url: null });
  });

  test("determines whether later changes are sent", async () => {
    const isNotified = async () => {
      const { uuid } = await api.create();
      const path = `/external-api/staged-documents/${uuid}/status-changes`;
      return statusChangePage.parse((await api.call("GET", path)).body).items[0]?.notified;
    };
    expect(await isNotified()).toBe(false);
    await set(URL_OF_RECEIVER);
    expect(await isNotified()).toBe(true);
    await api.call("DELETE", WEBHOOK);
    expect(await isNotified()).toBe(false);
  });

  test.each(vectors.urlsAcceptAtConfig)(
    "is accepted and returned unchanged if it is %j",
    async (url) => {
      expect(await set(url)).toMatchObject({ status: 200, body: { url } });
      expect((await api.call("GET", WEBHOOK)).body).toEqual({ url });
    },
  );

  test.each([...vectors.urlsRejectAtConfig, 7, null, ["https://example.com/"], undefined])(
    "returns 422 at #/url and changes nothing if it is %j",
    async (url) => {
      await set(URL_OF_RECEIVER);
      const answer = await set(url);
      const { status, code, errors } = problem.parse(answer.body);
      expect([status, code]).toEqual([422, "validation-failed"]);
      expect(errors).toEqual([{ pointer: "#/url", detail: expect.stringMatching(/^must /) }]);
      expect((await api.call("GET", WEBHOOK)).body).toEqual({ url: URL_OF_RECEIVER });
    },
  );

  test("returns 422 and names an unknown property", async () => {
    const body = { url: URL_OF_RECEIVER, secret: "mine" };
    const answer = await api.call("POST", WEBHOOK, { body });
    expect(problem.parse(answer.body).errors.map(({ pointer }) => pointer)).toEqual(["#/secret"]);
  });

  test.each(["PUT", "PATCH"] as const)("does not support %s and returns 405", async (method) => {
    const answer = await api.call(method, WEBHOOK);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, POST, DELETE, OPTIONS");
  });
});

describe("the signing secret", () => {
  test("is returned once by a rotation and never again", async () => {
    const first = await set(URL_OF_RECEIVER);
    const secrets = await storedSecrets();
    const rotated = await rotate();
    expect(rotated.status).toBe(201);
    const { secret } = rotatedWebhookSecret.parse(rotated.body);
    expect(await storedSecrets()).toEqual({ secret, previous: secrets.secret });
    const get = await api.call("GET", WEBHOOK);
    for (const { body } of [first, get]) expect(JSON.stringify(body)).not.toContain("whsec");
  });

  test("cannot be read from the database", async () => {
    await set(URL_OF_RECEIVER);
    const { secret } = rotatedWebhookSecret.parse((await rotate()).body);
    const { rows } = await api.container.database.pool.query("SELECT * FROM webhook_configuration");
    const texts = Object.values(rows[0]).map((value) =>
      value instanceof Buffer ? value.toString("latin1") : String(value),
    );
    expect(texts.join()).not.toContain("whsec");
    expect(texts.join()).not.toContain(Buffer.from(secret.slice(6), "base64").toString("latin1"));
  });

  test("is kept when the URL is removed", async () => {
    const { secret } = rotatedWebhookSecret.parse((await rotate()).body);
    await set(URL_OF_RECEIVER);
    await api.call("DELETE", WEBHOOK);
    await set("https://example.com/");
    expect(await storedSecrets()).toEqual({ secret, previous: null });
  });
});

describe("scopes", () => {
  test("a key with only configuration:read cannot change the configuration", async () => {
    const key = await api.makeKey(["configuration:read", "documents:write"]);
    expect((await api.call("GET", WEBHOOK, { key })).status).toBe(200);
    const body = { url: URL_OF_RECEIVER };
    expect((await api.call("POST", WEBHOOK, { key, body })).status).toBe(403);
    expect((await api.call("DELETE", WEBHOOK, { key })).status).toBe(403);
    expect((await api.call("POST", ROTATIONS, { key })).status).toBe(403);
  });

  test("a key with only configuration:write cannot read the configuration", async () => {
    const key = await api.makeKey(["configuration:write"]);
    expect((await api.call("GET", WEBHOOK, { key })).status).toBe(403);
    expect((await api.call("POST", ROTATIONS, { key })).status).toBe(201);
  });

  test("a call without a key returns 401", async () => {
    expect((await api.call("GET", WEBHOOK, { key: null })).status).toBe(401);
    expect((await api.call("POST", ROTATIONS, { key: null })).status).toBe(401);
  });
});
