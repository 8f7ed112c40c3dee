import { afterAll, expect, test } from "vitest";
import { readAppSettings } from "@/lib/env/read-settings";
import { createContainer } from "../container";
import { createDurableWork } from "./durable-work";
import { warmUpDurableWork } from "./durable-work-warm-up";

const settings = readAppSettings({
  ...{ PUBLIC_URL: "https://stagedoor.example.com", LOG_LEVEL: "silent" },
  ...{ STAGEDOOR_ENCRYPTION_KEY: "e".repeat(64) },
  ...{ DATABASE_URL: "postgresql://a@127.0.0.1:1/a", S3_ENDPOINT: "http://127.0.0.1:1" },
  ...{ S3_BUCKET: "documents", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" },
  ...{ INNGEST_EVENT_KEY: "event-key", INNGEST_SIGNING_KEY: `signkey-prod-${"ab".repeat(32)}` },
  ...{ INNGEST_BASE_URL: "http://127.0.0.1:3002" },
});
const container = createContainer(settings);
afterAll(() => container.close());

test("startup makes signed calls to deliver a notification that does not exist", async () => {
  const requests: unknown[] = [];
  const load = async (...question: readonly unknown[]) => {
    requests.push(question);
    return { kind: "over" } as const;
  };
  const deliveries = { ...container.ports.deliveries, load };
  const work = createDurableWork(
    { ...container, ports: { ...container.ports, deliveries } },
    settings.inngest,
  );
  expect(await warmUpDurableWork(work, settings.inngest)).toBe(10);
  const run = { notificationId: "00000000-0000-7000-8000-000000000000", generation: 1 };
  expect(requests).toEqual(Array(10).fill([run, 1]));
});

test("startup continues if the database is down", async () => {
  const work = createDurableWork(container, settings.inngest);
  expect(await warmUpDurableWork(work, settings.inngest)).toBe(0);
});

test("startup continues if a call fails", async () => {
  const answer = () => Promise.reject(new Error("of the test"));
  expect(await warmUpDurableWork({ answer }, settings.inngest)).toBe(0);
});
