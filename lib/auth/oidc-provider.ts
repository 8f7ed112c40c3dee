import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import type { OAuthConfig } from "next-auth/providers/oauth";

/** An OpenID Connect provider and our client credentials there. */
export interface OidcSettings {
  /** The issuer, exactly as stated by the provider. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

/** The claims that a provider returns about a user. */
export type OidcClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** How long the provider may be silent before it responds. */
const SILENCE_MS = 5_000;

/** The limits for each request to the provider: discovery, keys, token and userinfo. */
const LIMITS = { timeoutMs: 10_000, bytesMax: 1024 ** 2 };

/** The provider's id in next-auth, which is part of two paths. */
export const OIDC = "oidc";

/**
 * Returns the provider in next-auth's format: the authorization code flow with PKCE, state and nonce; the signature,
 * issuer, audience and nonce of the ID token are checked. Discovery is requested at each sign-in and never before. Claims
 * of the ID token take precedence over those of userinfo. Each request to the provider takes at most 10 s and 1 MiB.
 * @param origin the origin under which browsers reach us; without it, next-auth would use its own setting
 */
export function oidcProvider(settings: OidcSettings, origin: string): OAuthConfig<OidcClaims> {
  const { issuer, clientId, clientSecret, name } = settings;
  const redirectUri = `${origin}/api/auth/callback/${OIDC}`;
  return {
    id: OIDC,
    name,
    type: "oauth",
    issuer,
    clientId,
    clientSecret,
    idToken: true,
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid email profile", redirect_uri: redirectUri } },
    httpOptions: { timeout: SILENCE_MS, agent: createBoundedAgent(issuer, LIMITS) },
    token: {
      request: async ({ client, params, checks }) => {
        // Discovery may state a different issuer, whose tokens would then be valid.
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
        // OIDC Core 5.3.2 requires equal subjects; otherwise a different person's email or roles could be used.
        if (!("sub" in claims) || more.sub !== claims.sub) {
          throw new Error("userinfo and the ID token name different people");
        }
        return { ...more, ...claims };
      },
    },
    profile: (claims) => ({ id: claims.sub, sessionId: "" }),
  };
}

/** What one call may take in all, from looking up the host to the end of the response. */
interface CallLimits {
  readonly timeoutMs: number;
  /** The maximum size of a response, including its headers; the last piece that arrives may exceed it. */
  readonly bytesMax: number;
}

/**
 * Creates an agent for callers that limit neither the time nor the size of a response. Each call has its own connection,
 * which is closed when a limit is reached, so the call fails as it does when the other side closes it.
 * @param origin every call must have the same scheme as this URL, so that nothing goes from https to http
 */
export function createBoundedAgent(origin: string, limits: CallLimits): HttpAgent {
  const isSecure = new URL(origin).protocol === "https:";
  const agent = isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const connection = connect(options, callback);
    if (connection) limit(connection, limits);
    return connection;
  };
  return agent;
}

/** Closes without an error, which a request whose response has begun would emit, and most callers no longer listen. */
function limit(connection: Duplex, { timeoutMs, bytesMax }: CallLimits): void {
  let bytes = 0;
  const timer = setTimeout(() => connection.destroy(), timeoutMs);
  connection.once("close", () => clearTimeout(timer));
  connection.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) connection.destroy();
  });
}
