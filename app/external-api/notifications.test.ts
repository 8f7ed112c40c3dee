import { describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import {
  notificationDetail,
  notificationPage,
} from "@/lib/http/notifications/external-api-schemas";
import { prepareNotifications } from "../testing/notifications.fixture";

const NOTIFICATIONS = "/external-api/notifications";
const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const under = prepareNotifications();
const { api } = under;

const list = async (query = "") => {
  const answer = await api.call("GET", `${NOTIFICATIONS}${query}`);
  expect(answer.status).toBe(200);
  return notificationPage.parse(answer.body);
};
const get = async (id: string) => {
  const answer = await api.call("GET", `${NOTIFICATIONS}/${id}`);
  expect(answer.status).toBe(200);
  return notificationDetail.parse(answer.body);
};

describe("a notification", () => {
  test("is pending and due before its first attempt", async () => {
    const { id, documentUuid } = await under.tell();
    const shown = await get(id);
    expect(shown).toMatchObject({
      id,
      webhookId: `msg_${id}`,
      state: "pending",
      isTest: false,
      itemCount: 1,
      settledAt: null,
      attempts: 0,
      lastAttempt: null,
      deliveries: [],
    });
    expect(shown.nextAttemptAt).toBe(shown.createdAt);
    expect(shown.items).toEqual([
      {
        uuid: documentUuid,
        url: `${api.container.publicUrl}/external-api/staged-documents/${documentUuid}`,
        currentStatus: 1,
        previousStatus: null,
      },
    ]);
    expect(JSON.parse(shown.body)).toEqual(shown.items);
  });

  test("shows exactly what was sent, the connection details and the response if the receiver returned 200", async () => {
    const { id } = await under.tell();
    await under.attempt(id);
    const shown = await get(id);
    expect(shown).toMatchObject({ state: "delivered", attempts: 1, nextAttemptAt: null });
    const [delivery] = shown.deliveries;
    const received = under.receiver.received.at(-1);
    expect(received?.body.toString()).toBe(shown.body);
    expect(received?.headers).toMatchObject(delivery?.requestHeaders ?? { none: "" });
    expect(delivery).toMatchObject({
      cause: "schedule",
      url: `${under.receiver.origin}/hook?tenant=1`,
      requestHeaders: {
        "webhook-id": `msg_${id}`,
        "webhook-signature": expect.stringMatching(/^v1,/),
      },
      answer: { status: 200, body: "thank you", isTruncated: false, bodyError: null },
      failure: null,
      sentence: null,
      fix: null,
      connection: {
        address: "127.0.0.1",
        port: under.receiver.port,
        tlsVersion: "TLSv1.3",
        certificateIssuer: expect.stringContaining("Test authority"),
      },
      nextAttemptAt: null,
    });
    expect(delivery?.answer?.headers).toHaveProperty("date");
    expect(delivery?.phasesMs.total).toBeGreaterThan(0);
    expect(shown.lastAttempt).toMatchObject({ at: delivery?.at, status: 200, sentence: null });
  });
});

describe("a failed notification", () => {
  test.each([
    [204, "Your server answered 204, but only 200 counts as received."],
    [302, "Your server redirected to https://example.com/new. We do not follow redirects."],
    [404, "There is no receiver at this path."],
    [503, "Your server had an internal error or was not available."],
  ])("shows the reason and the next attempt after a %i response", async (status, sentence) => {
    const { id } = await under.tell();
    under.answerWith((response) => {
      response.writeHead(status, { location: "https://example.com/new" }).end();
    });
    await under.attempt(id);
    const shown = await get(id);
    const next = String(shown.nextAttemptAt);
    expect(shown.state).toBe("pending");
    expect(Date.parse(next)).toBeGreaterThan(Date.now() + 10_000);
    expect(shown.deliveries).toMatchObject([{ sentence, answer: { status }, nextAttemptAt: next }]);
    expect(shown.deliveries[0]?.fix).toMatch(/\.$/);
    expect(shown.lastAttempt).toMatchObject({ status, failureCode: null, sentence });
  });

  test("shows the reason if there was no response", async () => {
    const { id } = await under.tell();
    under.answerWith((response) => response.destroy());
    await under.attempt(id);
    const shown = await get(id);
    const sentence = "The connection was closed before a response arrived.";
    expect(shown.lastAttempt).toMatchObject({
      status: null,
      failureCode: "connection-closed",
      sentence,
    });
    const [delivery] = shown.deliveries;
    expect(delivery).toMatchObject({
      answer: null,
      sentence,
      failure: { code: "connection-closed" },
    });
    expect(delivery?.failure?.detail).not.toBe("");
  });
});

describe("the details of attempts", () => {
  test("contain at most 16 KiB of a response, as text even if it is binary", async () => {
    const { id } = await under.tell();
    const bytes = Buffer.concat([Buffer.from([0x3c, 0xff, 0x00, 0x3e]), Buffer.alloc(20_000, "é")]);
    under.answerWith((response) => response.writeHead(500).end(bytes));
    await under.attempt(id);
    const [delivery] = (await get(id)).deliveries;
    expect(delivery?.answer?.isTruncated).toBe(true);
    expect(delivery?.answer?.body.slice(0, 5)).toBe("<\ufffd\u0000>é");
    expect(delivery?.answer?.body).toHaveLength(4 + (16_384 - 4) / 2);
  });

  test("contain the latest 100 attempts, oldest first, and no secret", async () => {
    const { id } = await under.tell();
    await under.attempt(id);
    await api.container.database.pool.query(
      `INSERT INTO delivery_attempt (notification_id, generation, n, cause, started_at, url, request_headers, status,
         answer_headers, answer_body, total_ms)
       SELECT notification_id, 2, number, cause, started_at, url, request_headers, status,
         answer_headers, answer_body, number
       FROM delivery_attempt, generate_series(1, 120) AS number`,
    );
    const shown = await get(id);
    expect(shown.deliveries.map(({ phasesMs }) => phasesMs.total)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 21),
    );
    expect(shown.lastAttempt?.totalMs).toBe(120);
    expect(JSON.stringify(shown)).not.toMatch(/whsec|BwcHBwcH/);
  });
});

describe("a notification id", () => {
  test.each([UNKNOWN, "nonsense", "%00", "msg_1"])(
    "returns 404 if it is unknown: %s",
    async (id) => {
      const answer = await api.call("GET", `${NOTIFICATIONS}/${id}`);
      expect(problem.parse(answer.body)).toMatchObject({
        status: 404,
        code: "notification-not-found",
      });
    },
  );

  test("is also found in upper case", async () => {
    const { id } = await under.tell();
    expect((await get(id.toUpperCase())).id).toBe(id);
  });
});

describe("the list of notifications", () => {
  async function threeStates() {
    const delivered = await under.tell();
    await under.attempt(delivered.id);
    const undelivered = await under.tell();
    await api.container.database.pool.query(
      `UPDATE notification SET state = 'undelivered', next_attempt_at = NULL, next_cause = NULL, settled_at = now() WHERE id = $1`,
      [undelivered.id],
    );
    const pending = await under.tell();
    return { delivered, undelivered, pending };
  }
  const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);

  test("is complete and ordered newest first, even with one item per page", async () => {
    const { delivered, undelivered, pending } = await threeStates();
    const all = [pending.id, undelivered.id, delivered.id];
    expect(await idsOf("")).toEqual(all);
    const paged: string[] = [];
    for (let query: string | null = "?limit=1"; query; ) {
      const { items, nextCursor } = await list(query);
      paged.push(...items.map(({ id }) => id));
      query = nextCursor && `?limit=1&cursor=${nextCursor}`;
    }
    expect(paged).toEqual(all);
  });

  test("can be filtered by state and by document", async () => {
    const { delivered, undelivered, pending } = await threeStates();
    for (const [state, { id, documentUuid }] of Object.entries({
      delivered,
      undelivered,
      pending,
    })) {
      expect(await idsOf(`?state=${state}`)).toEqual([id]);
      expect(await idsOf(`?documentUuid=${documentUuid.toUpperCase()}`)).toEqual([id]);
      expect(await idsOf(`?documentUuid=${documentUuid}&state=${state}`)).toEqual([id]);
    }
    expect(await idsOf(`?documentUuid=${pending.documentUuid}&state=delivered`)).toEqual([]);
    expect(await idsOf(`?documentUuid=${UNKNOWN}`)).toEqual([]);
  });

  test("can be filtered by a period, which includes its start and excludes its end", async () => {
    const { delivered, undelivered, pending } = await threeStates();
    const [, middle] = (await list()).items;
    const at = String(middle?.createdAt);
    for (const state of ["", "&state=undelivered", `&documentUuid=${undelivered.documentUuid}`]) {
      expect(await idsOf(`?createdFrom=${at}${state}`)).toContain(undelivered.id);
      expect(await idsOf(`?createdTo=${at}${state}`)).not.toContain(undelivered.id);
    }
    expect(await idsOf(`?createdFrom=${at}`)).toEqual([pending.id, undelivered.id]);
    expect(await idsOf(`?createdTo=${at}`)).toEqual([delivered.id]);
  });

  test("rejects a cursor created with different filters", async () => {
    await threeStates();
    const { nextCursor } = await list("?limit=1");
    const answer = await api.call("GET", `${NOTIFICATIONS}?state=pending&cursor=${nextCursor}`);
    expect(problem.parse(answer.body).errors.map(({ pointer }) => pointer)).toEqual(["#/cursor"]);
  });

  test.each([
    ["state=waiting", "state"],
    ["documentUuid=1", "documentUuid"],
    ["createdFrom=yesterday", "createdFrom"],
    ["createdTo=2026-01-01", "createdTo"],
    ["createdFrom=2026-01-02T00:00:00Z&createdTo=2026-01-02T00:00:00Z", "createdTo"],
    ["limit=0", "limit"],
    ["cursor=x", "cursor"],
    ["sort=1", "sort"],
    ["state=pending&state=delivered", "state"],
  ])("returns 422 for %s", async (query, name) => {
    const answer = await api.call("GET", `${NOTIFICATIONS}?${query}`);
    const { status, errors } = problem.parse(answer.body);
    expect([status, errors.map(({ pointer }) => pointer)]).toEqual([422, [`#/${name}`]]);
  });
});
