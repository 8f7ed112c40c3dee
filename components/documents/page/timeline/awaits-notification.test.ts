import { expect, test } from "vitest";
import type {
  DocumentPage,
  PageChange,
  PageNotification,
} from "@/lib/http/documents/document-page-schemas";
import { awaitsNotification } from "./awaits-notification";

function timelineWith(
  telling: PageChange["telling"],
  state: PageNotification["state"],
): DocumentPage["timeline"] {
  return {
    entries: [{ kind: "change", telling } as PageChange],
    leftOut: 0,
    notifications: [{ state } as PageNotification],
  };
}

test.each([
  ["told", "delivered", false],
  ["not-listed", "delivered", false],
  ["waiting", "delivered", true],
  ["told", "pending", true],
  ["told", "undelivered", true],
] as const)(
  "a document with a change that is %s and a %s notification awaits a notification: %s",
  (telling, state, expected) => {
    expect(awaitsNotification(timelineWith(telling, state))).toBe(expected);
  },
);
