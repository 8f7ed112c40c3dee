import { expect, test } from "vitest";
import { STATUS } from "@/lib/documents/rules/status";
import { missingContent } from "./missing-content";

test.each([
  ["uploaded", STATUS.approved, true, null],
  ["awaited", STATUS.waitingForUpload, false, "not-uploaded"],
  ["erased after approval", STATUS.approved, false, "erased"],
  ["erased after deletion", STATUS.deleted, false, "erased"],
] as const)(
  "missingContent returns why a document that is %s has no content, or null if it has content",
  (_, status, hasContent, reason) => {
    expect(missingContent({ status, hasContent })).toBe(reason);
  },
);
