import { z } from "zod";
import { SIGN_IN_METHODS } from "@/lib/accounts/rules/session";
import { time } from "../core/schemas";

/** The body for changing your own password. The domain checks the new password. */
export const changePasswordBody = z.strictObject({
  currentPassword: z.string(),
  newPassword: z.string(),
});

/** One of the user's own sessions. */
export const ownSession = z.strictObject({
  id: z.uuid(),
  /** Whether this is the current session. */
  isThis: z.boolean(),
  /** The browser's name; null if unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The address of the session's last request; null if unknown. */
  address: z.string().nullable(),
  method: z.enum(SIGN_IN_METHODS),
  hasSecondFactor: z.boolean(),
  createdAt: time,
  /** The time of the session's latest request, updated at most once a minute. */
  lastSeenAt: time,
});
/** The type that `ownSession` validates. */
export type OwnSession = z.infer<typeof ownSession>;

/** The user's own sessions, starting with the current one. */
export const ownSessions = z.strictObject({ items: z.array(ownSession) });
/** The type that `ownSessions` validates. */
export type OwnSessions = z.infer<typeof ownSessions>;

/** The number of other sessions that were ended. */
export const endedSessions = z.strictObject({ endedCount: z.number().int() });
/** The type that `endedSessions` validates. */
export type EndedSessions = z.infer<typeof endedSessions>;
/** The proof that signed-in users must provide to change their second factor. */
export const secondFactorProof = z.strictObject({
  currentPassword: z.string(),
  /** A code from the authenticator app, or a recovery code. */
  code: z.string().max(100),
});

/** The data for setting up an authenticator app; `qrCode` is an SVG path. */
export const secondFactorSetUp = z.strictObject({
  secret: z.string(),
  qrCode: z.strictObject({ size: z.number(), path: z.string() }),
});

/** The data for setting up an authenticator app. */
export type SecondFactorSetUpAnswer = z.infer<typeof secondFactorSetUp>;

/** Recovery codes, shown only once. */
export const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** Recovery codes, shown only once. */
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
