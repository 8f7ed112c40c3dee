/** The purpose of a link: to choose a first password or a new one. */
export const PASSWORD_LINK_KINDS = ["invitation", "password-reset"] as const;

/** The purpose of a link. */
export type PasswordLinkKind = (typeof PASSWORD_LINK_KINDS)[number];

/** How many seconds a link works. */
export const PASSWORD_LINK_SECONDS = 172_800;

/** The number of random bytes in a token. */
export const TOKEN_BYTES = 32;

/** Returns whether a string can be a token: 32 bytes as base64url. */
export const isPasswordLinkToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The state of a link; only an open one accepts a password. */
export type PasswordLinkState = "open" | "used" | "revoked" | "expired";

/** Returns whether a link works now and, if not, why. Used and revoked take precedence over expired. */
export function passwordLinkState(
  link: {
    readonly usedAt: Date | null;
    readonly revokedAt: Date | null;
    readonly expiresAt: Date;
  },
  now: Date,
): PasswordLinkState {
  if (link.usedAt) return "used";
  if (link.revokedAt) return "revoked";
  return link.expiresAt <= now ? "expired" : "open";
}

/** Returns the path of the page for choosing a password. */
export const passwordLinkPath = (token: string): string => `/invitation/${token}`;
