import { canonicalJson, signRequest } from "@stagedoor/executor/protocol/signature";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { readAppSettings } from "@/lib/env/read-settings";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { createContainer } from "../container";
import { answerDurableRequest } from "./answer-durable-request";
import { createDurableWork } from "./durable-work";

const SIGNING_KEY = `signkey-prod-${"ab".repeat(32)}`;
const PUBLIC_URL = "https://stagedoor.example.com";
const URL_INSIDE = "http://127.0.0.1:3000/api/inngest";
/** The largest request that Inngest sends. */
const STATE_BYTES_MAX = 4 * 1024 * 1024;

/** No connection is made with these settings, because the calls end before a function needs its ports. */
const settings = readAppSettings({
  PUBLIC_URL,
  LOG_LEVEL: "silent",
  STAGEDOOR_ENCRYPTION_KEY: "e".repeat(64),
  DATABASE_URL: "postgresql://a@127.0.0.1:1/a",
  S3_ENDPOINT: "http://127.0.0.1:1",
  S3_BUCKET: "documents",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
  INNGEST_EVENT_KEY: "event-key",
  INNGEST_SIGNING_KEY: SIGNING_KEY,
  INNGEST_BASE_URL: "http://127.0.0.1:3002",
});
const container = createContainer(settings);
afterAll(() => container.close());
afterEach(() => {
  vi.unstubAllEnvs();
});

type Method = "GET" | "POST" | "PUT";

/** Makes a call, by default with a signature. */
async function call(
  method: Method,
  body = "",
  { key = SIGNING_KEY as string | null, inngest = settings.inngest } = {},
) {
  const signed = key === null ? {} : { "x-inngest-signature": signRequest(body, key, Date.now()) };
  const isSync = method === "PUT" ? { "x-inngest-sync-kind": "in_band" } : {};
  const request = new Request(`${URL_INSIDE}?fnId=stagedoor-unknown&stepId=step`, {
    method,
    headers: { "content-type": "application/json", ...signed, ...isSync },
    ...(body === "" ? {} : { body }),
  });
  const answer = await answerDurableRequest(request, createDurableWork(container, inngest));
  return { status: answer.status, body: await answer.json() };
}

const SYNC = canonicalJson({ url: URL_INSIDE });

describe("strangers", () => {
  test.each(["GET", "POST", "PUT"] as const)(
    "cannot make a %s call without the signing key",
    async (method) => {
      const body = method === "GET" ? "" : SYNC;
      expect((await call(method, body, { key: null })).status).toBe(401);
      expect((await call(method, body, { key: "signkey-prod-0123" })).status).toBe(401);
    },
  );

  const MINUTE_MS = 60_000;
  const s = "ab".repeat(32);
  const seconds = (offsetMs: number) => Math.floor((Date.now() + offsetMs) / 1000);

  test.each([
    ["without a time", `s=${s}`],
    ["with an incomplete digest", `t=${seconds(0)}&s=${s.slice(1)}`],
    ["with a time that is not a number", `t=soon&s=${s}`],
    ["six minutes ago", `t=${seconds(-6 * MINUTE_MS)}&s=${s}`],
    ["six minutes ahead", `t=${seconds(6 * MINUTE_MS)}&s=${s}`],
  ])("are rejected before the body is read if the call is signed %s", async (_how, signature) => {
    let pulls = 0;
    const body = new ReadableStream(
      {
        pull: () => {
          pulls += 1;
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "x-inngest-signature": signature };
    const init = { method: "POST", headers, body, duplex: "half" };
    const request = new Request(URL_INSIDE, init);
    const work = createDurableWork(container, settings.inngest);
    const answer = await answerDurableRequest(request, work);
    expect([answer.status, pulls]).toEqual([401, 0]);
  });

  test("add at most one line per minute to the log", async () => {
    const memory = createInMemoryLogger();
    let nowMs = Date.now();
    const ports = { ...container.ports, clock: { now: () => new Date(nowMs) } };
    const work = createDurableWork(
      { ...container, logger: memory.logger, ports },
      settings.inngest,
    );
    const post = async () => {
      const signature = signRequest("{}", "signkey-prod-0123", Date.now());
      const headers = { "x-inngest-signature": signature };
      const answer = await answerDurableRequest(
        new Request(URL_INSIDE, { method: "POST", headers, body: "{}" }),
        work,
      );
      expect(answer.status).toBe(401);
    };
    const errors = () => memory.lines().filter(({ level }) => level === 50);
    for (let call = 0; call < 3; call += 1) await post();
    expect(errors()).toHaveLength(1);
    nowMs += MINUTE_MS;
    await post();
    expect(errors()).toMatchObject(Array(2).fill({ msg: "Signature validation failed" }));
  });

  test("cannot make the process read more than twice the size of Inngest's largest requests", async () => {
    const body = "x".repeat(2 * STATE_BYTES_MAX + 1);
    expect(await call("POST", body, { key: "signkey-prod-0123" })).toEqual({
      status: 413,
      body: { message: "The body is larger than 8388608 bytes." },
    });
  });

  test("are admitted only with the settings of a development server", async () => {
    const inngest = { isDev: true, baseUrl: null, eventKey: null, signingKey: null };
    expect((await call("GET", "", { key: null, inngest })).status).toBe(200);
    vi.stubEnv("INNGEST_DEV", "1");
    expect((await call("GET", "", { key: null })).status).toBe(401);
  });
});

test("a body that is not JSON is rejected", async () => {
  expect(await call("POST", "{", { key: "signkey-prod-0123" })).toEqual({
    status: 400,
    body: { message: "The body is not JSON." },
  });
});

test("a change made by this process is relayed immediately, without waiting for the relay's timer", async () => {
  const freezing = new Promise<void>((resolve) => {
    const freeze = async () => {
      resolve();
      return { frozen: [], isMoreWaiting: false, isBusy: false, isMoreUnnumbered: false };
    };
    const relay = { ...container.ports.relay, freeze };
    createDurableWork({ ...container, ports: { ...container.ports, relay } }, settings.inngest);
  });
  container.ports.changes.announce();
  await freezing;
});

describe("Inngest", () => {
  test("receives all functions and the public address at which it can call them", async () => {
    const { status, body } = await call("PUT", SYNC);
    expect(status).toBe(200);
    expect(body).toMatchObject({ app_id: "stagedoor", url: `${PUBLIC_URL}/api/inngest` });
    expect(body.functions).toMatchObject([
      {
        id: "stagedoor-deliver-notification",
        triggers: [{ event: "webhook/notification.created" }],
        concurrency: [{ limit: 20 }],
        steps: { step: { retries: { attempts: 20 } } },
      },
      {
        id: "stagedoor-relay",
        triggers: [{ cron: "* * * * *" }],
        concurrency: [{ limit: 1 }],
        steps: { step: { retries: { attempts: 3 } } },
      },
      {
        id: "stagedoor-sweep",
        triggers: [{ cron: "17 * * * *" }],
        concurrency: { limit: 1 },
        steps: { step: { retries: { attempts: 4 } } },
      },
      {
        id: "stagedoor-process-document",
        triggers: [{ event: "document/processing.requested" }],
        concurrency: [{ limit: 1 }],
        steps: { step: { retries: { attempts: 7 } } },
      },
      { id: "stagedoor-process-document-failure" },
      {
        id: "stagedoor-watch-processing",
        triggers: [{ cron: "* * * * *" }],
        concurrency: [{ limit: 1 }],
      },
      { id: "stagedoor-hash-files", triggers: [{ cron: "* * * * *" }] },
      { id: "stagedoor-log-audit-head", triggers: [{ cron: "0 3 * * *" }] },
      {
        id: "stagedoor-bulk-work",
        triggers: [{ event: "document/bulk-work.requested" }],
        concurrency: [{ limit: 2 }],
        steps: { step: { retries: { attempts: 7 } } },
      },
      { id: "stagedoor-bulk-work-failure" },
      { id: "stagedoor-resume-bulk-work", triggers: [{ cron: "* * * * *" }] },
    ]);
  });

  test("can send its largest requests", async () => {
    const state = canonicalJson({ data: "x".repeat(STATE_BYTES_MAX) });
    const { status, body } = await call("POST", state);
    expect(status).toBe(500);
    expect(body).toMatchObject({ message: expect.stringContaining("stagedoor-unknown") });
  });

  test("is called at the address in our settings, even if the SDK's environment variables are different", async () => {
    vi.stubEnv("INNGEST_BASE_URL", "https://elsewhere.example");
    vi.stubEnv("INNGEST_API_BASE_URL", "https://elsewhere.example");
    vi.stubEnv("INNGEST_EVENT_API_BASE_URL", "https://elsewhere.example");
    vi.stubEnv("INNGEST_EVENT_KEY", "another-key");
    vi.stubEnv("INNGEST_SIGNING_KEY", "signkey-prod-0123");
    vi.stubEnv("INNGEST_SERVE_ORIGIN", "https://elsewhere.example");
    vi.stubEnv("INNGEST_ENABLE_UNAUTHED_SYNC", "true");
    const { status, body } = await call("GET");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      mode: "cloud",
      authentication_succeeded: true,
      serve_origin: PUBLIC_URL,
      api_origin: "http://127.0.0.1:3002",
      event_api_origin: "http://127.0.0.1:3002",
    });
    expect((await call("PUT", SYNC, { key: "signkey-prod-0123" })).status).toBe(401);
  });
});
