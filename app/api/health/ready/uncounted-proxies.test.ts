import { expect, test } from "vitest";
import { shareContainer } from "@/app/current-container";
import { prepareApi } from "@/app/testing/api.fixture";
import { GET } from "./route";

const api = prepareApi();

/** Returns the readiness of a process with these settings. */
async function readinessWith(change: Partial<(typeof api.container)["settings"]>) {
  const { container } = api;
  const settings = { ...container.settings, ...change };
  const checkDeliveries: typeof container.checkDeliveries = async () => ({
    isFlowing: true,
    failures: [],
    parts: { engine: "ok", notifications: "ok" },
  });
  shareContainer({ ...container, settings, checkDeliveries });
  const answer = await GET();
  return { status: answer.status, body: await answer.json() };
}

test("readiness is degraded with 200 for https without a number of trusted proxies, and the message names the setting to change", async () => {
  const publicUrl = "https://stagedoor.example.com";
  const { status, body } = await readinessWith({ publicUrl });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: "degraded",
    parts: { database: "ok", objectStore: "ok" },
    reasons: [expect.stringContaining("TRUSTED_PROXY_HOPS")],
  });
  const counted = await readinessWith({
    publicUrl,
    rateLimits: { ...api.container.settings.rateLimits, trustedProxyHops: 1 },
  });
  expect(counted.body.status).toBe("ready");
  expect(counted.body).not.toHaveProperty("reasons");
});
