import { describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import {
  notificationDetail,
  notificationRecord,
} from "@/lib/http/notifications/external-api-schemas";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay-status-changes";
import { wakeOverdueDeliveries } from "@/lib/notifications/use-cases/wake-overdue-deliveries";
import { prepareNotifications } from "../testing/notifications.fixture";

const NOTIFICATIONS = "/external-api/notifications";
const DAY_MS = 86_400_000;
const under = prepareNotifications();
const { api, engine } = under;

const send = (id: string) => api.call("POST", `${NOTIFICATIONS}/${id}/resend`);
const resend = async (id: string) => {
  const answer = await send(id);
  expect(answer.status).toBe(200);
  return notificationRecord.parse(answer.body);
};
const deliveriesOf = async (id: string) => {
  const answer = await api.call("GET", `${NOTIFICATIONS}/${id}`);
  return notificationDetail.parse(answer.body).deliveries;
};
const codeOf = async (answer: ReturnType<typeof send>) => problem.parse((await answer).body).code;

/** Creates a notification whose first attempt failed. */
async function refused(): Promise<string> {
  const { id } = await under.tell();
  under.answerWith((response) => response.writeHead(503).end());
  await under.attempt(id);
  return id;
}

/** Creates a notification that was not delivered within 24 hours. */
async function givenUp(): Promise<string> {
  const id = await refused();
  under.setForward(DAY_MS);
  await under.attempt(id);
  under.setForward(-DAY_MS);
  expect((await under.row(id)).state).toBe("undelivered");
  return id;
}

describe("resending a pending notification", () => {
  test("makes it due immediately, attributes this to a person and wakes its run", async () => {
    const id = await refused();
    const before = Date.now();
    const shown = await resend(id);
    expect(shown).toMatchObject({ id, state: "pending", attempts: 1 });
    expect(Date.parse(String(shown.nextAttemptAt))).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(String(shown.nextAttemptAt))).toBeGreaterThanOrEqual(before - 1);
    expect(engine.takeWoken()).toEqual([{ notificationId: id, generation: 1 }]);
    expect(engine.takeStarted()).toEqual([]);
    await under.attempt(id);
    expect((await deliveriesOf(id)).map(({ cause }) => cause)).toEqual(["schedule", "send-now"]);
  });

  test("keeps its series and, if it fails again, its planned attempt", async () => {
    const id = await refused();
    const { generation, series_started_at, slot, planned_at } = await under.row(id);
    await resend(id);
    await under.attempt(id);
    expect(await under.row(id)).toMatchObject({
      generation,
      series_started_at,
      slot,
      planned_at,
      attempts: 2,
      is_resend: false,
      next_attempt_at: planned_at,
      next_cause: "schedule",
    });
  });

  test("changes nothing if it is already due", async () => {
    const { id } = await under.tell();
    const before = await under.row(id);
    await resend(id);
    await resend(id);
    expect(await under.row(id)).toEqual(before);
  });
});

describe("resending a settled notification", () => {
  test.each([
    ["undelivered", givenUp],
    ["delivered", deliveredOne],
  ])("starts a new series with the same id and bytes if it is %s", async (_state, settled) => {
    const id = await settled();
    const before = await under.row(id);
    const shown = await resend(id);
    expect(shown).toMatchObject({ state: "pending", settledAt: null, attempts: before.attempts });
    expect(await under.row(id)).toMatchObject({
      body: before.body,
      created_at: before.created_at,
      generation: 2,
      is_resend: true,
      series_started_at: null,
      slot: 0,
      last_interval_ms: 0,
      planned_at: null,
      next_cause: "resend",
    });
    expect(engine.takeStarted()).toEqual([{ notificationId: id, generation: 2 }]);
    expect(engine.takeWoken()).toEqual([]);

    under.answerWith((response) => response.writeHead(200).end());
    await under.attempt(id);
    expect(await under.row(id)).toMatchObject({ state: "delivered" });
    const sent = under.receiver.received.filter((one) => one.headers["webhook-id"] === `msg_${id}`);
    expect(sent).toHaveLength(Number(before.attempts) + 1);
    expect(new Set(sent.map(({ body }) => body.toString())).size).toBe(1);
    expect((await deliveriesOf(id)).at(-1)).toMatchObject({ cause: "resend", sentence: null });
  });

  test("can be repeated, each time with a new series", async () => {
    const id = await deliveredOne();
    for (const generation of [2, 3, 4]) {
      await resend(id);
      await under.attempt(id);
      expect(await under.row(id)).toMatchObject({ generation, state: "delivered" });
    }
  });

  test("starts its retry schedule from the beginning", async () => {
    const id = await givenUp();
    await resend(id);
    await under.attempt(id);
    const { next_attempt_at, slot, state } = await under.row(id);
    expect({ slot, state }).toEqual({ slot: 1, state: "pending" });
    expect(Number(next_attempt_at) - Date.now()).toBeLessThan(17_000);
  });

  test("starts a single new series for five concurrent calls", async () => {
    const id = await givenUp();
    await Promise.all(Array.from({ length: 5 }, () => resend(id)));
    expect(await under.row(id)).toMatchObject({ generation: 2, next_cause: "resend" });
  });

  test("does not delay later changes to its documents", async () => {
    const { id, documentUuid } = await under.tell();
    await under.attempt(id);
    await resend(id);
    await api.call("PUT", `/external-api/staged-documents/${documentUuid}`, {
      body: { status: 6 },
    });
    const documentUrl = (uuid: string) => `https://stagedoor.example.com/${uuid}`;
    expect(await relayStatusChanges(under.ports, { documentUrl })).toBe(1);
  });
});

describe("without the engine", () => {
  test("resending succeeds, and the relay later starts the run that the engine missed", async () => {
    const settled = await deliveredOne();
    const pending = await refused();
    engine.setAvailable(false);
    await resend(settled);
    await resend(pending);
    engine.setAvailable(true);
    expect([engine.takeStarted(), engine.takeWoken()]).toEqual([[], []]);
    under.setForward(3_000);
    await wakeOverdueDeliveries(under.ports);
    const runs = [
      { notificationId: settled, generation: 2 },
      { notificationId: pending, generation: 1 },
    ];
    expect(engine.takeStarted()).toEqual(expect.arrayContaining(runs));
    expect(engine.takeWoken()).toEqual(expect.arrayContaining(runs));
  });
});

describe("resending", () => {
  test.each(["00000000-0000-7000-8000-000000000000", "nonsense"])(
    "returns 404 for %s",
    async (id) => {
      expect(await codeOf(send(id))).toBe("notification-not-found");
    },
  );

  test("returns 409 for a test notification", async () => {
    const { id } = notificationDetail.parse(
      (await api.call("POST", `${NOTIFICATIONS}/tests`)).body,
    );
    expect(await codeOf(send(id))).toBe("notification-not-resendable");
    expect(await under.row(id)).toMatchObject({ state: "delivered", generation: 1 });
  });

  test("returns 409 and changes nothing without a webhook URL", async () => {
    const id = await deliveredOne();
    await api.call("DELETE", "/external-api/external-dms-configuration");
    expect(await codeOf(send(id))).toBe("webhook-not-configured");
    expect(await under.row(id)).toMatchObject({ state: "delivered", generation: 1 });
  });
});

async function deliveredOne(): Promise<string> {
  const { id } = await under.tell();
  await under.attempt(id);
  return id;
}
