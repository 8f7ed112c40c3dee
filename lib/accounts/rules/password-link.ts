/** Why a link exists: a first password or a new one. */
export const PASSWORD_LINK_KINDS = ["invitation", "password-reset"] as const;

/** Why a link exists. */
export type PasswordLinkKind = (typeof PASSWORD_LINK_KINDS)[number];

/** How long a link works. */
export const PASSWORD_LINK_SECONDS = 172_800;

/** The random bytes of a token. */
export const TOKEN_BYTES = 32;

/** Whether a text may be a token: 32 bytes as base64url. */
export const isPasswordLinkToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The state of a link; only an open one accepts a password. */
export type PasswordLinkState = "open" | "used" | "revoked" | "expired";

/** Whether a link works now, and if not, why: used or revoked takes precedence over expired. */
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

/** The path of the page to choose a password. */
export const passwordLinkPath = (token: string): string => `/invitation/${token}`;
