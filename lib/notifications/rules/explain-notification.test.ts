import { describe, expect, test } from "vitest";
import { ATTEMPT_CAUSES } from "./explain-attempt";
import { explainNotification, type NotificationFacts } from "./explain-notification";

const pending: NotificationFacts = {
  state: "pending",
  isTest: false,
  attempts: 0,
  nextCause: "schedule",
  hasWebhook: true,
};

describe("a notification that is pending", () => {
  test.each(ATTEMPT_CAUSES)("has its own explanation if its next cause is %s", (nextCause) => {
    const others = ATTEMPT_CAUSES.filter((cause) => cause !== nextCause);
    const sentence = explainNotification({ ...pending, nextCause });
    expect(sentence).toMatch(/^It .*\.$/);
    expect(
      others.map((cause) => explainNotification({ ...pending, nextCause: cause })),
    ).not.toContain(sentence);
  });

  test("says whether an attempt has been made yet", () => {
    expect(explainNotification(pending)).toContain("not been sent yet");
    expect(explainNotification({ ...pending, attempts: 3 })).toContain(
      "waiting for its next attempt",
    );
  });

  test("is waiting for a webhook URL while none is set, whatever its next cause is", () => {
    for (const nextCause of ATTEMPT_CAUSES) {
      expect(explainNotification({ ...pending, nextCause, hasWebhook: false })).toContain(
        "for a webhook URL to be set",
      );
    }
  });
});

describe("a notification that is settled", () => {
  const settled = { ...pending, nextCause: null, attempts: 14 };

  test("is reported as delivered, whether or not a webhook URL is set now", () => {
    for (const hasWebhook of [true, false]) {
      expect(explainNotification({ ...settled, state: "delivered", hasWebhook })).toContain(
        "delivered",
      );
    }
  });

  test("is reported as undelivered, including whether it was ever attempted", () => {
    const undelivered = { ...settled, state: "undelivered" } as const;
    expect(explainNotification(undelivered)).toContain("did not respond with 200");
    expect(explainNotification({ ...undelivered, attempts: 0 })).toContain("was not sent");
  });

  test("cannot be resent if it is a test", () => {
    const sentence = explainNotification({ ...settled, state: "undelivered", isTest: true });
    expect(sentence).toContain("send a new one");
    expect(sentence).not.toContain("resend");
  });
});
