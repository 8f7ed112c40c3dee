import { describe, expect, test } from "vitest";
import type { WebhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { judgeHealth } from "./judge-health";

const AT = "2026-11-21T10:00:00.000Z";
const NEXT = "2026-11-21T10:05:00.000Z";

const judge = (
  health: Partial<WebhookOverview["health"]>,
  url: string | null = "https://a.test/",
) =>
  judgeHealth({
    url,
    health: {
      failingSince: null,
      testArrivedAt: null,
      changesWaiting: 0,
      notificationsOutstanding: 0,
      oldestUntoldAt: null,
      nextAttemptAt: null,
      undeliveredCount: 0,
      lastDeliveredAt: AT,
      ...health,
    },
  });

describe("a receiver's health in words", () => {
  test("names a missing webhook URL first, and how to deliver pending notifications", () => {
    expect(judge({ failingSince: AT }, null)).toMatchObject({
      state: "no-webhook",
      title: "No webhook URL is set",
    });
    expect(judge({ notificationsOutstanding: 2, changesWaiting: 1 }, null).help).toContain(
      "pending: 2 notifications and 1 change.",
    );
  });

  test("says since when the receiver has been failing, what is pending, and when the next attempt is", () => {
    const failing = { failingSince: AT, nextAttemptAt: NEXT };
    expect(judge({ ...failing, notificationsOutstanding: 3 })).toEqual({
      state: "failing",
      tone: "alarm",
      title: "Failing since",
      since: AT,
      help: "3 notifications pending.",
      nextAttemptAt: NEXT,
    });
    expect(judge({ ...failing, notificationsOutstanding: 1 }).help).toBe("1 notification pending.");
    expect(judge({ ...failing, notificationsOutstanding: 1, changesWaiting: 1 }).help).toBe(
      "1 notification and 1 change pending.",
    );
  });

  test("does not announce a next attempt for a failing receiver if nothing is pending", () => {
    const words = judge({ failingSince: AT, nextAttemptAt: NEXT, undeliveredCount: 4 });
    expect(words).toMatchObject({ state: "failing", nextAttemptAt: null });
    expect(words.help).toContain("Send a test");
  });

  test("says that a failing receiver responds again after a successful test, and that pending notifications can be sent", () => {
    const arrived = { failingSince: AT, testArrivedAt: AT, nextAttemptAt: NEXT };
    expect(judge({ ...arrived, notificationsOutstanding: 3, changesWaiting: 1 })).toEqual({
      state: "responding",
      tone: "wait",
      title: "The receiver responds again",
      since: null,
      help: "3 notifications and 1 change pending.",
      nextAttemptAt: NEXT,
    });
    expect(judge(arrived)).toMatchObject({ state: "responding", tone: "go", nextAttemptAt: null });
    expect(judge({ ...arrived, undeliveredCount: 2 }).help).toContain("2 notifications could not");
  });

  test("says how many notifications are on their way", () => {
    expect(judge({ changesWaiting: 1200 })).toMatchObject({
      state: "waiting",
      title: "1,200 changes on the way",
    });
  });

  test("never says that everything is delivered while a notification is undelivered", () => {
    const words = judge({ undeliveredCount: 1 });
    expect(words).toMatchObject({ state: "caught-up", title: "Nothing pending" });
    expect(words.help).toContain("1 notification could not be delivered");
    expect(judge({}).title).toBe("Everything is delivered");
  });

  test("does not claim that the receiver was notified of changes made before it had a URL", () => {
    expect(judge({}).help).toContain("Changes made while no webhook URL was set are never sent.");
  });

  test("does not make a judgement before the first notification", () => {
    expect(judge({ lastDeliveredAt: null })).toMatchObject({ state: "untried", tone: "note" });
  });
});
