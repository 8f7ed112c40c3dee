/** Why a link exists: somebody's first password, or another one. */
export const PASSWORD_LINK_KINDS = ["invitation", "password-reset"] as const;

/** Why a link exists. */
export type PasswordLinkKind = (typeof PASSWORD_LINK_KINDS)[number];

/** How long a link works. */
export const PASSWORD_LINK_SECONDS = 172_800;

/** The random bytes of a token. */
export const TOKEN_BYTES = 32;

/** Whether a text may be a token: 32 bytes as base64url. */
export const isPasswordLinkToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** What a link is at a moment; only an open one takes a password. */
export type PasswordLinkState = "open" | "used" | "revoked" | "expired";

/** Whether a link works now, and if not, why: what was used or revoked stays so after its expiry. */
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

/** Where whoever has the token chooses a password. */
export const passwordLinkPath = (token: string): string => `/invitation/${token}`;
