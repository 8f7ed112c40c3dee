import { z } from "zod";
import { SIGN_IN_METHODS } from "@/lib/accounts/rules/session";
import { time } from "../core/schemas";

/** The body for changing one's own password; the domain checks the new one. */
export const changePasswordBody = z.strictObject({
  currentPassword: z.string(),
  newPassword: z.string(),
});

/** One of the user's own sessions. */
export const ownSession = z.strictObject({
  id: z.uuid(),
  /** Whether it is the current session. */
  isThis: z.boolean(),
  /** null: not known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The address where it was last seen; null: unknown. */
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
/** What a signed-in user must provide before their second factor is changed. */
export const secondFactorProof = z.strictObject({
  currentPassword: z.string(),
  /** A code from the authenticator app, or a recovery code. */
  code: z.string().max(100),
});

/** The data for setting up an authenticator app; `qrCode` is one path of an SVG. */
export const secondFactorSetUp = z.strictObject({
  secret: z.string(),
  qrCode: z.strictObject({ size: z.number(), path: z.string() }),
});

/** The data for setting up an authenticator app. */
export type SecondFactorSetUpAnswer = z.infer<typeof secondFactorSetUp>;

/** Recovery codes, shown only this once. */
export const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** Recovery codes, shown only this once. */
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodes>;

/** The user's own second factor; `confirmedAt` is null if there is none. */
export const ownSecondFactor = z.strictObject({
  confirmedAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  isRequired: z.boolean(),
  hasPassword: z.boolean(),
});

/** The user's own second factor. */
export type OwnSecondFactor = z.infer<typeof ownSecondFactor>;
