import { COMMAND_AUTHOR } from "../rules/actor";
import type { AuditNote } from "../rules/audit";

/** A note for tests that look at something else. */
export const A_NOTE: AuditNote = {
  at: new Date("2026-01-02T03:04:05Z"),
  author: COMMAND_AUTHOR,
  action: "asset-changed",
  subject: "test",
};
