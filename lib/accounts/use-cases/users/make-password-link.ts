import { createHash } from "node:crypto";
import type { Clock, Ids, Randomness } from "@/lib/kernel/ports/system";
import type { NewPasswordLink } from "../../ports/password-links";
import {
  PASSWORD_LINK_SECONDS,
  type PasswordLinkKind,
  TOKEN_BYTES,
} from "../../rules/password-link";

/** A link that was just created. Only this result contains its token. */
export interface MadePasswordLink {
  readonly token: string;
  readonly kind: PasswordLinkKind;
  readonly expiresAt: Date;
}

/** Returns the form in which a token is stored and looked up. */
export const hashPasswordLinkToken = (token: string): Buffer =>
  createHash("sha256").update(token).digest();

/** Generates an unguessable link without storing it. */
export function makePasswordLink(
  ports: { clock: Clock; ids: Ids; randomness: Randomness },
  { kind, createdBy }: { readonly kind: PasswordLinkKind; readonly createdBy: string },
): { made: MadePasswordLink; stored: NewPasswordLink } {
  const createdAt = ports.clock.now();
  const expiresAt = new Date(createdAt.getTime() + PASSWORD_LINK_SECONDS * 1000);
  const token = ports.randomness.bytes(TOKEN_BYTES).toString("base64url");
  const id = ports.ids.uuid();
  const hash = hashPasswordLinkToken(token);
  return {
    made: { token, kind, expiresAt },
    stored: { id, hash, kind, createdBy, createdAt, expiresAt },
  };
}
