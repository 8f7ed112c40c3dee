import { z } from "zod";

/** What an administrator sends to change their own password; what is wrong with the new one is the domain's to say. */
export const changePasswordBody = z.strictObject({
  currentPassword: z.string(),
  newPassword: z.string(),
});

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

/** What people see of their own second factor; `confirmedAt` null: there is none. */
export const ownSecondFactor = z.strictObject({
  confirmedAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  isRequired: z.boolean(),
  hasPassword: z.boolean(),
});

/** What people see of their own second factor. */
export type OwnSecondFactor = z.infer<typeof ownSecondFactor>;
