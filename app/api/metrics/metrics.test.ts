import { describe, expect, test } from "vitest";
import { createContainer } from "@/app/container";
import { shareContainer } from "@/app/current-container";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { createInMemoryDeliveryRuns } from "@/lib/notifications/testing/in-memory-delivery-runs";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay-status-changes";
import { setWebhookUrl } from "@/lib/notifications/use-cases/webhook-configuration";
import { prepareApi } from "../../testing/api.fixture";
import { GET } from "./route";

const TOKEN = "token-of-the-metrics-tests";
const api = prepareApi({ METRICS_TOKEN: TOKEN });

/** Scrapes the metrics as Prometheus does. */
async function scrape(authorization: string | null = `Bearer ${TOKEN}`, container = api.container) {
  shareContainer(container);
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  const answer = await GET(new Request("http://127.0.0.1:3000/api/metrics", { headers }));
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("a scrape with the token", () => {
  test("returns PostgreSQL's backlog and the resources of the process", async () => {
    const { ports } = api.container;
    await setWebhookUrl(ports, { url: "https://dms.example.com/hook", author: COMMAND_AUTHOR });
    await api.create("told.pdf");
    const parts = { ...ports, deliveryRuns: createInMemoryDeliveryRuns() };
    await relayStatusChanges(parts, { documentUrl: (uuid) => `https://stagedoor.example/${uuid}` });
    for (const name of ["one.pdf", "two.pdf"]) await api.create(name);

    const { status, headers, text } = await scrape();
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(/^stagedoor_changes_waiting 2$/m);
    expect(text).toMatch(/^stagedoor_notifications_outstanding 1$/m);
    expect(text).toMatch(/^stagedoor_oldest_undelivered_age_seconds \d+(\.\d+)?$/m);
    expect(text).not.toMatch(/^stagedoor_oldest_undelivered_age_seconds 0$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  });
});

describe("a scrape without the token", () => {
  test.each([null, "", TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `bearer ${TOKEN}`])(
    "returns 401 for %j",
    async (authorization) => {
      const log = createInMemoryLogger();
      const container = { ...api.container, logger: log.logger };
      const { status, headers, text } = await scrape(authorization, container);
      expect(status).toBe(401);
      const refused = { level: 40, address: "unknown", status: 401, path: "/api/metrics" };
      expect(log.lines()).toMatchObject([refused]);
      expect(log.text()).not.toContain(TOKEN);
      expect(headers.get("www-authenticate")).toMatch(/^Bearer /);
      expect(text).toBe("Send Authorization: Bearer <METRICS_TOKEN>.\n");
    },
  );
});

/** Runs `work` with a second process that has different settings. */
async function withSettings(
  change: Partial<(typeof api.container)["settings"]>,
  work: (container: ReturnType<typeof createContainer>) => Promise<void>,
) {
  const container = createContainer({ ...api.container.settings, ...change });
  try {
    await work(container);
  } finally {
    await container.close();
  }
}

test("without the setting, the metrics do not exist for any caller", async () => {
  await withSettings({ metricsToken: null }, async (container) => {
    for (const authorization of [null, "Bearer null", "Bearer "]) {
      const { status, text } = await scrape(authorization, container);
      expect({ status, text }).toEqual({
        status: 404,
        text: "No metrics: METRICS_TOKEN is not set.\n",
      });
    }
  });
});

test("while the database is down, the response is 503 without the reason", async () => {
  const databaseUrl = "postgresql://user:password@127.0.0.1:1/stagedoor";
  await withSettings({ databaseUrl }, async (container) => {
    const { status, headers, text } = await scrape(`Bearer ${TOKEN}`, container);
    expect({ status, text }).toEqual({ status: 503, text: "The database is not responding.\n" });
    expect(headers.get("retry-after")).toBe("5");
  });
});
