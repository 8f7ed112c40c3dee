import type { Logger } from "pino";
import { type RoleMapping, roleFromClaims } from "@/lib/accounts/rules/role-claim";
import { signInByProvider } from "@/lib/accounts/use-cases/sign-in";
import type { ProviderSession } from "./auth-options";
import type { OidcClaims, OidcSettings } from "./oidc-provider";

/** The provider's settings, and how its claims determine a user's role. */
export interface SingleSignOn extends OidcSettings {
  readonly roleClaim: string;
  readonly roles: RoleMapping;
}

/** The parts that a sign-in with the provider needs. */
export interface ProviderSignInContext {
  readonly ports: Parameters<typeof signInByProvider>[0];
  readonly singleSignOn: SingleSignOn;
  readonly logger: Logger;
}

/** The client that signs in with the provider, and the provider's claims. */
export interface ProviderAttempt {
  readonly requestId: string;
  readonly address: { readonly text: string; readonly isKnown: boolean };
  readonly userAgent: string | null;
  readonly claims: OidcClaims;
}

/**
 * Signs in the user identified by the provider's claims, and logs the outcome without any claim. @throws DomainError
 * `database-unavailable`
 */
export async function tryProviderSignIn(
  { ports, singleSignOn, logger }: ProviderSignInContext,
  { requestId, address, userAgent, claims }: ProviderAttempt,
): Promise<ProviderSession> {
  const { issuer, roleClaim, roles } = singleSignOn;
  const outcome = await signInByProvider(ports, {
    identity: { issuer, subject: claims.sub },
    email: typeof claims.email === "string" ? claims.email : null,
    // Some providers send this claim as text, but only a boolean conforms to the standard.
    isEmailVerified: claims.email_verified === true,
    role: roleFromClaims(claims, { claim: roleClaim, mapping: roles }),
    address: address.isKnown ? address.text : null,
    userAgent,
  });
  const line = {
    requestId,
    outcome: outcome.kind,
    address: address.text,
    method: "single-sign-on",
  };
  if (outcome.kind !== "signed-in") {
    logger.warn(line, "a sign-in failed");
    return { refusedAt: `/login?error=single-sign-on-${outcome.kind}` };
  }
  const { user, sessionId } = outcome;
  logger.info({ ...line, userId: user.id }, "a user signed in");
  if (outcome.keptLastAdministrator) {
    logger.warn(
      { requestId, userId: user.id },
      "the last administrator keeps that role although the claims of the identity provider assign a different one",
    );
  }
  return { userId: user.id, sessionId };
}
