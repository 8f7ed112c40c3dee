import { beforeAll, describe, expect, test } from "vitest";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { documentPage } from "@/lib/http/documents/document-page-schemas";
import {
  cockpitNotificationDetail,
  cockpitNotificationPage,
  namedNotification,
} from "@/lib/http/notifications/cockpit-schemas";
import { prepareNotifications } from "../../testing/notifications.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const LOG = "/api/cockpit/notifications";
const EXTERNAL_LOG = "/external-api/notifications";
const under = prepareNotifications();
const { api, engine } = under;
let headers: { cookie: string };
const person = {
  actor: expect.stringMatching(/^administrator:/),
  name: expect.stringMatching(/./),
};

beforeAll(async () => {
  headers = (await signInForTest(api.container)).headers;
});

type Call = Parameters<typeof api.call>;
const call = (method: Call[0], path: string, body?: unknown) =>
  api.call(method, path, { key: null, headers, body });
const list = async (query = "") => {
  const { status, body } = await call("GET", `${LOG}${query}`);
  expect(status).toBe(200);
  return cockpitNotificationPage.parse(body);
};
const named = async (id: string) => {
  const { status, body } = await call("GET", `${LOG}/${id}`);
  expect(status).toBe(200);
  return namedNotification.parse(body);
};
const detail = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  expect(status).toBe(200);
  return cockpitNotificationDetail.parse(body);
};
const resend = (id: string) => detail(call("POST", `${LOG}/${id}/resend`, {}));
const wholeDay = () => ({
  createdFrom: new Date(Date.now() - 43_200_000).toISOString(),
  createdTo: new Date(Date.now() + 43_200_000).toISOString(),
});

describe("the delivery log", () => {
  test("shows the same data as the external API, and what each notification is waiting for", async () => {
    const { id, documentUuid } = await under.tell();
    const external = await api.call("GET", EXTERNAL_LOG);
    const situation = "It has not been sent yet. Its first attempt is due.";
    const extra = { isResend: false, nextCause: "schedule", situation };
    const about = {
      documents: [expect.objectContaining({ uuid: documentUuid })],
      documentCount: 1,
    };
    const { items, nextCursor } = await list(`?documentUuid=${documentUuid}`);
    expect(nextCursor).toBeNull();
    expect(external.body).toMatchObject({ items: [{ id }] });
    expect(items).toEqual(
      (external.body as { items: object[] }).items.map((item) => ({ ...item, ...extra, ...about })),
    );
    const one = await api.call("GET", `${EXTERNAL_LOG}/${id}`);
    expect(await named(id)).toEqual({
      ...Object(one.body),
      ...extra,
      documents: [expect.objectContaining({ uuid: documentUuid, name: "lease.pdf" })],
    });
  });

  test("can be filtered by state and continued with a cursor", async () => {
    const { id: first } = await under.tell();
    await under.attempt(first);
    const { id: second } = await under.tell();
    const { id: third } = await under.tell();
    expect((await list("?state=delivered")).items.map(({ id }) => id)).toEqual([first]);
    const page = await list("?state=pending&limit=1");
    expect(page.items.map(({ id }) => id)).toEqual([third]);
    const next = await list(`?state=pending&limit=1&cursor=${page.nextCursor}`);
    expect(next.items.map(({ id }) => id)).toEqual([second]);
  });

  test("reports that a notification is waiting for a webhook URL while none is set", async () => {
    const { id } = await under.tell();
    await call("DELETE", "/api/cockpit/webhook");
    const situation = expect.stringContaining("for a webhook URL to be set");
    expect((await list()).items).toMatchObject([{ id, situation }]);
    expect(await named(id)).toMatchObject({ situation });
  });

  test("returns 404 for an unknown id and 422 for an invalid filter", async () => {
    const unknown = await call("GET", `${LOG}/019cbc00-0000-7000-8000-00000000abcd`);
    expect(cockpitProblem.parse(unknown.body)).toMatchObject({
      status: 404,
      code: "notification-not-found",
    });
    const wrong = await call("GET", `${LOG}?state=lost`);
    expect(cockpitProblem.parse(wrong.body).errors).toMatchObject([{ pointer: "#/state" }]);
  });
});

describe("resending", () => {
  test("a pending notification makes it due immediately and records the person", async () => {
    const { id } = await under.tell();
    under.answerWith((response) => response.writeHead(503).end());
    await under.attempt(id);
    expect(await named(id)).toMatchObject({
      nextCause: "schedule",
      situation: expect.stringContaining("was not answered with 200"),
      lastAttempt: { sentence: "Your server had an internal error or was not available." },
    });
    expect(await resend(id)).toMatchObject({
      state: "pending",
      isResend: false,
      nextCause: "send-now",
      situation: expect.stringContaining("someone requested it"),
    });
    expect(engine.takeWoken()).toEqual([{ notificationId: id, generation: 1 }]);
    under.answerWith((response) => response.end());
    await under.attempt(id);
    expect((await named(id)).deliveries).toMatchObject([
      { cause: "schedule", author: null },
      { cause: "send-now", author: person },
    ]);
  });

  test("a settled notification starts a new series with the same bytes", async () => {
    const { id } = await under.tell();
    await under.attempt(id);
    const { body } = await named(id);
    expect(await resend(id)).toMatchObject({
      body,
      state: "pending",
      isResend: true,
      nextCause: "resend",
      settledAt: null,
    });
    await under.attempt(id);
    expect(await named(id)).toMatchObject({
      state: "delivered",
      isResend: true,
      nextCause: null,
      deliveries: [{ author: null }, { cause: "resend", author: person }],
    });
  });

  test("names nobody for the attempts that the schedule makes afterwards", async () => {
    const { id } = await under.tell();
    under.answerWith((response) => response.writeHead(503).end());
    await under.attempt(id);
    await resend(id);
    await under.attempt(id);
    under.setForward(86_400_000);
    await under.attempt(id);
    under.setForward(-86_400_000);
    expect((await named(id)).deliveries).toMatchObject([
      { cause: "schedule", author: null },
      { cause: "send-now", author: person },
      { cause: "schedule", author: null },
    ]);
  });

  test("from a period, or with an API key, names who did it, also on the document's page", async () => {
    const { id, documentUuid } = await under.tell();
    await under.attempt(id);
    await call("POST", `${LOG}/resends`, { ...wholeDay(), state: "delivered" });
    await under.attempt(id);
    expect((await api.call("POST", `${EXTERNAL_LOG}/${id}/resend`)).status).toBe(200);
    await under.attempt(id);
    const authors = [
      { author: null },
      { author: person },
      { author: { actor: expect.stringMatching(/^api-key:/), name: expect.any(String) } },
    ];
    expect((await named(id)).deliveries).toMatchObject(authors);
    const page = await call("GET", `/api/cockpit/documents/${documentUuid}`);
    expect(documentPage.parse(page.body).timeline.notifications).toMatchObject([
      { deliveries: authors },
    ]);
  });

  test("a test names the person who sent it", async () => {
    const sent = await call("POST", "/api/cockpit/webhook/tests", {});
    const { id } = cockpitNotificationDetail.parse(sent.body);
    expect((await named(id)).deliveries).toMatchObject([{ cause: "test", author: person }]);
  });

  test("all notifications from a period first counts them and then sends them", async () => {
    const { id } = await under.tell();
    await under.attempt(id);
    const body = { ...wholeDay(), state: "delivered" };
    const send = (more: object) => call("POST", `${LOG}/resends`, { ...body, ...more });
    expect(await send({ dryRun: true })).toMatchObject({ status: 200, body: { count: 1 } });
    expect(engine.takeStarted()).toEqual([]);
    expect(await send({})).toMatchObject({ status: 200, body: { count: 1 } });
    expect(engine.takeStarted()).toEqual([{ notificationId: id, generation: 2 }]);
  });

  test("a test notification returns 409, as does any notification if no webhook URL is set", async () => {
    const test = await call("POST", "/api/cockpit/webhook/tests", {});
    const { id: testId } = cockpitNotificationDetail.parse(test.body);
    const { id } = await under.tell();
    const codeOf = async (path: string) =>
      cockpitProblem.parse((await call("POST", `${LOG}/${path}/resend`, {})).body).code;
    expect(await codeOf(testId)).toBe("notification-not-resendable");
    await call("DELETE", "/api/cockpit/webhook");
    expect(await codeOf(id)).toBe("webhook-not-configured");
  });
});
