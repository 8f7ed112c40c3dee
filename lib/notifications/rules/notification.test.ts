import { describe, expect, test } from "vitest";
import {
  FREEZE_ANYWAY_AFTER_MS,
  NOTIFICATION_ITEMS_MAX,
  notificationBody,
  OUTSTANDING_MAX,
  shouldFreeze,
} from "./notification";

const item = {
  uuid: "0193f1c2-0000-7000-8000-000000000001",
  url: "https://stagedoor.example.com/external-api/staged-documents/0193f1c2",
  currentStatus: 1,
  previousStatus: null,
};

describe("the body of a notification", () => {
  test("is an array of objects with exactly four keys in the contract's order", () => {
    const shuffled = {
      previousStatus: null,
      currentStatus: 1,
      url: item.url,
      uuid: item.uuid,
      sequence: 7,
    };
    expect(notificationBody([shuffled]).toString()).toBe(
      `[{"uuid":"${item.uuid}","url":"${item.url}","currentStatus":1,"previousStatus":null}]`,
    );
  });

  test("keeps the order of its items", () => {
    const later = { ...item, currentStatus: 2, previousStatus: 1 };
    expect(JSON.parse(notificationBody([item, later]).toString())).toEqual([item, later]);
  });

  test("has 1 to 100 items", () => {
    const items = Array.from({ length: NOTIFICATION_ITEMS_MAX }, () => item);
    expect(JSON.parse(notificationBody(items).toString())).toHaveLength(100);
    expect(() => notificationBody([])).toThrow("1 to 100 items, not 0");
    expect(() => notificationBody([...items, item])).toThrow("1 to 100 items, not 101");
  });
});

describe("waiting changes", () => {
  const full = { outstanding: OUTSTANDING_MAX, waiting: 1, oldestWaitingMs: 0 };

  test("are frozen immediately while fewer than 8 notifications are outstanding", () => {
    expect(shouldFreeze({ ...full, outstanding: 7 })).toBe(true);
    expect(shouldFreeze(full)).toBe(false);
  });

  test("are always frozen once there are 100", () => {
    expect(shouldFreeze({ ...full, waiting: 99 })).toBe(false);
    expect(shouldFreeze({ ...full, waiting: 100 })).toBe(true);
  });

  test("are always frozen once the oldest is a minute old", () => {
    expect(shouldFreeze({ ...full, oldestWaitingMs: FREEZE_ANYWAY_AFTER_MS - 1 })).toBe(false);
    expect(shouldFreeze({ ...full, oldestWaitingMs: FREEZE_ANYWAY_AFTER_MS })).toBe(true);
  });

  test("do not result in a notification if there are no changes", () => {
    expect(shouldFreeze({ outstanding: 0, waiting: 0, oldestWaitingMs: 90_000 })).toBe(false);
  });
});
