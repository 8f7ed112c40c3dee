import { describe, expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import type { WebhookAnswer } from "@/lib/notifications/ports";
import { arrangeDelivery } from "@/lib/notifications/testing/delivery.fixture";
import { answered, refused } from "@/lib/notifications/testing/in-memory-webhook-transport";
import { setWebhookUrl } from "@/lib/notifications/use-cases/webhook-configuration";
import { logTurn } from "./log-turn";

const REQUEST_ID = "019cbc00-0000-7000-8000-00000000abcd";

/** Returns a function that makes a turn with this response and logs it. */
async function arrange() {
  const { ports, begin, turn } = await arrangeDelivery();
  await setWebhookUrl(ports, {
    url: "https://dms.example.com/hook?token=hunter2",
    author: COMMAND_AUTHOR,
  });
  const run = await begin();
  const log = createInMemoryLogger();
  const logAfter = async (answer: WebhookAnswer, n = 1) => {
    ports.webhookTransport.answerNext(answer);
    const result = await turn(run, n);
    logTurn(log.logger, result, run);
    return result;
  };
  return { ports, run, log, logAfter };
}

const LEVELS = { info: 30, warn: 40, error: 50 };

describe("each request to the webhook URL is logged on one line", () => {
  test("with what was delivered and to which URL, if the response is 200", async () => {
    const { run, log, logAfter } = await arrange();
    await logAfter(answered(200));
    expect(log.lines()).toEqual([
      {
        level: LEVELS.info,
        time: expect.any(Number),
        msg: "notification delivered",
        webhookId: `msg_${run.notificationId}`,
        generation: 1,
        n: 1,
        cause: "schedule",
        url: "https://dms.example.com/hook",
        requestIds: [],
        ms: 10,
        status: 200,
      },
    ]);
  });

  test("with the time of the next attempt, if the response is not 200", async () => {
    const { log, logAfter } = await arrange();
    const { outcome } = await logAfter(answered(503));
    expect(log.lines()).toMatchObject([
      {
        level: LEVELS.warn,
        msg: "notification not delivered yet",
        status: 503,
        nextAttemptAt: outcome.nextAttemptAt?.toISOString(),
      },
    ]);
  });

  test("with the reason why there was no response", async () => {
    const { log, logAfter } = await arrange();
    await logAfter(refused());
    expect(log.lines()).toMatchObject([{ level: LEVELS.warn, code: "connection-refused" }]);
    expect(log.lines()[0]).not.toHaveProperty("status");
  });

  test("as an error, if it was the last attempt", async () => {
    const { ports, log, logAfter } = await arrange();
    let { outcome } = await logAfter(answered(500));
    for (let n = 2; outcome.nextAttemptAt !== null; n += 1) {
      ports.clock.advanceSeconds(
        (outcome.nextAttemptAt.getTime() - ports.clock.now().getTime()) / 1000,
      );
      ({ outcome } = await logAfter(answered(500), n));
    }
    expect(log.lines()).toHaveLength(14);
    expect(log.lines().at(-1)).toMatchObject({
      level: LEVELS.error,
      msg: "notification given up",
      n: 14,
      status: 500,
    });
    expect(log.lines().at(-1)).not.toHaveProperty("nextAttemptAt");
  });

  test("with the ids of the requests that caused its changes", async () => {
    const { run, log, logAfter } = await arrange();
    const { attempt, ...turn } = await logAfter(answered(200));
    if (!attempt) throw new Error("no request was made");
    logTurn(log.logger, { ...turn, attempt: { ...attempt, requestIds: [REQUEST_ID] } }, run);
    expect(log.lines()[1]).toMatchObject({ requestIds: [REQUEST_ID] });
  });

  test("without the signature or the URL's query", async () => {
    const { log, logAfter } = await arrange();
    await logAfter(answered(200));
    expect(log.text()).not.toMatch(/hunter2|token|v1,|whsec_/);
  });
});

test("a turn without a request logs nothing", async () => {
  const { log, logAfter } = await arrange();
  await logAfter(answered(200));
  await logAfter(answered(200));
  await logAfter(answered(200), 2);
  expect(log.lines()).toHaveLength(1);
});
