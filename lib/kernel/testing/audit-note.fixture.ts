import { COMMAND_AUTHOR } from "../rules/actor";
import type { AuditNote } from "../rules/audit";

/** Creates an audit note for tests that do not depend on its values. */
export const anAuditNote = (overrides: Partial<AuditNote> = {}): AuditNote => ({
  at: new Date("2026-03-01T12:00:00.000Z"),
  author: COMMAND_AUTHOR,
  action: "user-created",
  subject: "user:019cbc00-0000-7000-8000-0000000000dd",
  ...overrides,
});
