import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The provider's claims about the user who signs in. */
export type ProviderClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** A real identity provider on loopback. The test chooses the person who signs in. */
export interface ProviderUnderTest {
  readonly issuer: string;
  /**
   * Sets the person for all sign-ins from now on.
   * @param userinfoSubject the subject in userinfo, if it differs from the ID token
   */
  person(claims: ProviderClaims, userinfoSubject?: string): void;
  /**
   * Follows the provider's redirects back to us, as a browser does. Returns our URL with the parameters that the provider
   * adds.
   */
  authenticate(address: string): Promise<string>;
  /** Answers requests for this path in place of the provider from now on; null to stop. */
  answerInstead(replacement: { readonly path: string; readonly answer: Answer } | null): void;
}

type Answer = (response: ServerResponse) => void;

/** A provider that has been started and can be stopped. */
export interface RunningProvider extends ProviderUnderTest {
  stop(): void;
}

/** Our credentials at the provider. */
export const CLIENT = { id: "stagedoor", secret: "secret-of-the-client" };

/** Starts a provider that redirects back to this URL. */
export async function startOidcProvider(redirectUri: string): Promise<RunningProvider> {
  const server = createServer();
  let claims: ProviderClaims = { sub: "nobody" };
  let userinfoSubject: string | undefined;
  let instead: { readonly path: string; readonly answer: Answer } | null = null;
  const claimsFor = (use: string) =>
    use === "userinfo" && userinfoSubject ? { ...claims, sub: userinfoSubject } : claims;
  // Imported late, because it prints a notice when it is loaded.
  const { default: Provider } = await import("oidc-provider");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: {
      openid: ["sub", "roles", "realm"],
      email: ["email", "email_verified"],
      profile: [],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["a key of tests"] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: (use) => claimsFor(use) }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: CLIENT.id,
        ...(context.oidc.session?.accountId ? { accountId: context.oidc.session.accountId } : {}),
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url === instead?.path) return void instead?.answer(response);
    if (!request.url?.startsWith("/sign-in/")) return void answer(request, response);
    const result = { login: { accountId: claims.sub } };
    void provider.interactionFinished(request, response, result);
  });
  return {
    issuer,
    person: (values, subject) => {
      claims = values;
      userinfoSubject = subject;
    },
    authenticate: (address) => followTo(redirectUri, address),
    answerInstead: (replacement) => {
      instead = replacement;
    },
    stop: () => void server.close(),
  };
}

async function followTo(redirectUri: string, address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = address;
  for (let hops = 0; hops < 10 && !url.startsWith(redirectUri); hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const each of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (!location)
      throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url).href;
  }
  return url;
}
