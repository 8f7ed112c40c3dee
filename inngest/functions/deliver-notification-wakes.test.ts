import { describe, expect, test } from "vitest";
import { prepareDatabase } from "@/lib/adapters/postgres/core/prepare-database.fixture";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { resendNotification } from "@/lib/notifications/use-cases/resend-notifications";
import {
  removeWebhookUrl,
  setWebhookUrl,
} from "@/lib/notifications/use-cases/webhook-configuration";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { arrangeDeliveries, DELIVER, RECEIVER_URL } from "../testing/deliveries-by-engine.fixture";

const openDatabase = prepareDatabase(createThrowawayDatabase);
const DAY_SECONDS = 24 * 3600;

/** Sets up a notification whose attempts have been failing for an hour. Its next attempt is due in 19 minutes. */
async function arrangeFailing() {
  const parts = await arrangeDeliveries(await openDatabase());
  parts.receiver.answerAlways(500);
  const run = await parts.begin();
  await parts.passSeconds(3600);
  const before = await parts.notification(run);
  expect(before).toMatchObject({ state: "pending", attempts: 8 });
  return { ...parts, run, before };
}

describe("a waiting run", () => {
  test("continues immediately when the receiver responds to another notification with 200", async () => {
    const { receiver, run, begin, notification, requestingRuns } = await arrangeFailing();
    receiver.answerAlways(200);
    const other = await begin();

    expect(requestingRuns.slice(-2)).toEqual([other, run]);
    const { state, deliveries } = await notification(run);
    expect(state).toBe("delivered");
    expect(deliveries.at(-1)).toMatchObject({ cause: "recovery", status: 200 });
  });

  test('continues immediately when someone selects "Send now", without using up a slot in the schedule', async () => {
    const { engine, ports, run, before, notification } = await arrangeFailing();
    await resendNotification(ports, { id: run.notificationId, author: COMMAND_AUTHOR });
    await engine.settle();

    const { nextAttemptAt, deliveries } = await notification(run);
    expect(deliveries).toHaveLength(9);
    expect(deliveries.at(-1)).toMatchObject({ cause: "send-now", at: ports.clock.now() });
    expect(nextAttemptAt).toEqual(before.nextAttemptAt);
  });

  test("continues immediately at the new URL when the webhook URL changes", async () => {
    const { engine, ports, receiver, run, notification } = await arrangeFailing();
    receiver.answerAlways(200);
    await setWebhookUrl(ports, { url: `${RECEIVER_URL}/corrected`, author: COMMAND_AUTHOR });
    await engine.settle();

    expect(receiver.requests.at(-1)?.url).toBe(`${RECEIVER_URL}/corrected`);
    expect(await notification(run)).toMatchObject({ state: "delivered", attempts: 9 });
  });

  test("makes no request if it is woken too early, and makes the request when its time comes", async () => {
    const { receiver, run, before, wake, notification, passUntil } = await arrangeFailing();
    for (const _ of [1, 2, 3]) await wake(run);
    expect(receiver.requests).toHaveLength(8);
    expect(await notification(run)).toMatchObject({ nextAttemptAt: before.nextAttemptAt });

    await passUntil(before.nextAttemptAt);
    expect(receiver.requests).toHaveLength(9);
  });
});

test("a wake-up affects only its own run, not the runs of other notifications or generations", async () => {
  const { engine, receiver, begin, wake } = await arrangeDeliveries(await openDatabase());
  receiver.answerAlways(500);
  const [run, other] = [await begin(), await begin()];
  const countSteps = async () => (await engine.runs(DELIVER)).map(({ steps }) => steps.length);
  expect(await countSteps()).toEqual([0, 0]);
  await wake({ ...run, generation: 2 });
  expect(await countSteps()).toEqual([0, 0]);
  await wake(other);
  expect(await countSteps()).toEqual([0, 1]);
});

describe("if the webhook URL is removed", () => {
  test("and set again, the waiting notifications are delivered immediately", async () => {
    const { engine, ports, receiver, run, notification, passSeconds } = await arrangeFailing();
    await removeWebhookUrl(ports, COMMAND_AUTHOR);
    await passSeconds(5 * 3600);
    expect(await notification(run)).toMatchObject({ state: "pending", attempts: 8 });

    receiver.answerAlways(200);
    await setWebhookUrl(ports, { url: RECEIVER_URL, author: COMMAND_AUTHOR });
    await engine.settle();
    expect(await notification(run)).toMatchObject({ state: "delivered", attempts: 9 });
  });

  test("and not set again, nothing is sent, and waiting notifications become undelivered 24 hours after their first attempt", async () => {
    const { engine, ports, receiver, run, notification, passSeconds } = await arrangeFailing();
    await removeWebhookUrl(ports, COMMAND_AUTHOR);
    await passSeconds(DAY_SECONDS - 3600 - 1);
    expect(await notification(run)).toMatchObject({ state: "pending", attempts: 8 });
    await passSeconds(1);

    expect(await notification(run)).toMatchObject({ state: "undelivered", attempts: 8 });
    expect(receiver.requests).toHaveLength(8);
    expect(await engine.runs(DELIVER)).toMatchObject([{ status: "completed" }]);
  });
});

describe("resending an undelivered notification", () => {
  test("starts a new run with a new schedule, the same id and the same bytes", async () => {
    const { engine, ports, receiver, run, before, notification, passSeconds } =
      await arrangeFailing();
    await passSeconds(DAY_SECONDS);
    expect(await notification(run)).toMatchObject({ state: "undelivered", attempts: 14 });
    await resendNotification(ports, { id: run.notificationId, author: COMMAND_AUTHOR });
    await engine.settle();
    await passSeconds(60);
    receiver.answerAlways(200);
    await passSeconds(60);

    expect(await notification(run)).toMatchObject({ state: "delivered", attempts: 18 });
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(receiver.requests.at(-1)?.body).toEqual(before.body);
    expect((await engine.runs(DELIVER)).map(({ status }) => status)).toEqual([
      "completed",
      "completed",
    ]);
  });
});
