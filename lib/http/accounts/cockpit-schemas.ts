import { z } from "zod";
import { SIGN_IN_METHODS } from "@/lib/accounts/rules/session";
import { time } from "../core/schemas";

/**
 * What people send to change their own password; what is wrong with the new one is checked by the domain.
 */
export const changePasswordBody = z.strictObject({
  currentPassword: z.string(),
  newPassword: z.string(),
});

/** One of the user's own sessions. */
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
/** The type that `ownSession` validates. */
export type OwnSession = z.infer<typeof ownSession>;

/** The user's own sessions, this one first. */
export const ownSessions = z.strictObject({ items: z.array(ownSession) });
/** The type that `ownSessions` validates. */
export type OwnSessions = z.infer<typeof ownSessions>;

/** The result of ending all other sessions. */
export const endedSessions = z.strictObject({ endedCount: z.number().int() });
/** The type that `endedSessions` validates. */
export type EndedSessions = z.infer<typeof endedSessions>;
/** What a signed-in person shows before their second factor changes. */
export const secondFactorProof = z.strictObject({
  currentPassword: z.string(),
  /** Of the authenticator app, or a recovery code. */
  code: z.string().max(100),
});

/** What an authenticator app is set up with; `qrCode` is one path of an SVG. */
export const secondFactorSetUp = z.strictObject({
  secret: z.string(),
  qrCode: z.strictObject({ size: z.number(), path: z.string() }),
});

/** What an authenticator app is set up with. */
export type SecondFactorSetUpAnswer = z.infer<typeof secondFactorSetUp>;

/** Recovery codes that nothing can show again. */
export const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** Recovery codes that nothing can show again. */
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodes>;

/** What people see of their own second factor; `confirmedAt` null if there is none. */
export const ownSecondFactor = z.strictObject({
  confirmedAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  isRequired: z.boolean(),
  hasPassword: z.boolean(),
});

/** What people see of their own second factor. */
export type OwnSecondFactor = z.infer<typeof ownSecondFactor>;
