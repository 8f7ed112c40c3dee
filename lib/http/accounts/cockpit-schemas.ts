import { z } from "zod";
import { SIGN_IN_METHODS } from "@/lib/accounts/rules/session";
import { time } from "../core/schemas";

/** What an administrator sends to change their own password; what is wrong with the new one is the domain's to say. */
export const changePasswordBody = z.strictObject({
  currentPassword: z.string(),
  newPassword: z.string(),
});

/** One of one's own sessions. */
export const ownSession = z.strictObject({
  id: z.uuid(),
  /** Whether it is the one that asks. */
  isThis: z.boolean(),
  /** null: not known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Where it was last seen; null: not known. */
  address: z.string().nullable(),
  method: z.enum(SIGN_IN_METHODS),
  hasSecondFactor: z.boolean(),
  createdAt: time,
  /** To the minute. */
  lastSeenAt: time,
});
/** As `ownSession` checks it. */
export type OwnSession = z.infer<typeof ownSession>;

/** One's own sessions, this one first. */
export const ownSessions = z.strictObject({ items: z.array(ownSession) });
/** As `ownSessions` checks it. */
export type OwnSessions = z.infer<typeof ownSessions>;

/** What came of ending all other sessions. */
export const endedSessions = z.strictObject({ endedCount: z.number().int() });
/** As `endedSessions` checks it. */
export type EndedSessions = z.infer<typeof endedSessions>;
