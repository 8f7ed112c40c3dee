import type { OAuthConfig } from "next-auth/providers/oauth";

/** A provider that speaks OpenID Connect, and who we are there. */
export interface OidcSettings {
  /** The issuer, exactly as the provider gives it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

/** What a provider vouches for. */
export type OidcClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** For each request to the provider: discovery, keys, token, userinfo. */
const TIMEOUT_MS = 5_000;

/** Its id here, which is a part of two paths. */
export const OIDC = "oidc";

/**
 * The provider as next-auth wants it: the authorization code with PKCE, state and nonce; the ID token's signature, issuer, audience and
 * nonce are checked. Discovery is asked at each sign-in and never before. Claims are those of the ID token over those of userinfo.
 * @param origin under which the browser knows us: next-auth would take its own setting
 */
export function oidcProvider(settings: OidcSettings, origin: string): OAuthConfig<OidcClaims> {
  const { issuer, clientId, clientSecret, name } = settings;
  const redirectUri = `${origin}/api/auth/callback/${OIDC}`;
  return {
    ...{ id: OIDC, name, type: "oauth", issuer, clientId, clientSecret, idToken: true },
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid email profile", redirect_uri: redirectUri } },
    httpOptions: { timeout: TIMEOUT_MS },
    token: {
      request: async ({ client, params, checks }) => {
        // Discovery may name another issuer, whose tokens would then be valid.
        if (client.issuer.metadata.issuer !== issuer) {
          throw new Error("the provider names a different issuer than OIDC_ISSUER");
        }
        return { tokens: await client.callback(redirectUri, params, checks) };
      },
    },
    userinfo: {
      request: async ({ client, tokens }) => {
        const claims =
          "claims" in tokens && tokens.claims instanceof Function ? tokens.claims() : {};
        const hasMore = client.issuer.metadata.userinfo_endpoint && tokens.access_token;
        if (!hasMore) return claims;
        const more = await client.userinfo(tokens.access_token ?? "");
        // OIDC Core 5.3.2: otherwise another person's email or roles could be taken for theirs.
        if (!("sub" in claims) || more.sub !== claims.sub) {
          throw new Error("userinfo and the ID token name different people");
        }
        return { ...more, ...claims };
      },
    },
    profile: (claims) => ({ id: claims.sub, sessionId: "" }),
  };
}
