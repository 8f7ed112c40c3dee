import { beforeEach, describe, expect, test } from "vitest";
import { prepareApi } from "@/app/testing/api.fixture";
import { CLIENT, type ProviderClaims } from "@/app/testing/oidc-provider";
import { prepareOidcProvider } from "@/app/testing/oidc-provider.fixture";
import { openBrowser } from "@/app/testing/sign-in.fixture";
import { signInForTest } from "@/app/testing/signed-in.fixture";
import { inviteUser } from "@/lib/accounts/use-cases/new-users";

const CALLBACK = "http://127.0.0.1:3000/api/auth/callback/oidc";
const provider = prepareOidcProvider(CALLBACK);
const api = prepareApi(() => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_ROLES: "admins=administrator,docs=reviewer,guests=reader",
  REQUIRE_SECOND_FACTOR: "everyone",
}));

beforeEach(async () => {
  // Creates an administrator with a password, so that claims can remove the role from all other users.
  await signInForTest(api.container);
});

async function invite(role: "administrator" | "reader" = "reader", prefix = "") {
  const email = `${prefix}${api.container.ports.ids.uuid()}@example.com`;
  await inviteUser(api.container.ports, { email, name: null, role, manager: "command" });
  return email;
}

const claimsOf = (email: string, overrides: Partial<ProviderClaims> = {}): ProviderClaims => ({
  sub: `subject of ${email}`,
  email,
  email_verified: true,
  roles: ["guests"],
  ...overrides,
});

/** Starts a sign-in in a new browser and signs in at the provider. Returns the URL to which the provider redirects. */
async function leave(claims: ProviderClaims, callbackUrl = "/cockpit") {
  provider.person(claims);
  const browser = openBrowser(api, { host: "127.0.0.1:3000" });
  const { body } = await browser.post("signin/oidc", { callbackUrl });
  const { url } = body as { url: string };
  const back = await provider.authenticate(url);
  return { browser, url: new URL(url), back: new URL(back), claims };
}

async function signIn(claims: ProviderClaims, callbackUrl?: string) {
  const { browser, back } = await leave(claims, callbackUrl);
  const answer = await browser.call("GET", `${back.pathname}${back.search}`);
  const calls = await browser.call("GET", "/api/cockpit/assets");
  return { browser, answer, location: answer.headers.get("location"), status: calls.status };
}

const audited = async (email: string) => {
  const text =
    "SELECT action, actor, before, after FROM audit_entry JOIN app_user u ON subject = 'user:' || u.id WHERE email = $1 ORDER BY audit_entry.id";
  return (await api.container.database.pool.query(text, [email])).rows;
};

describe("single sign-on", () => {
  test.each([
    ["admins", "administrator"],
    ["docs", "reviewer"],
    ["guests", "reader"],
  ])(
    "signs in an invited user with the role %s as %s and redirects to the requested page",
    async (role, ours) => {
      const email = await invite();
      const { location, status } = await signIn(claimsOf(email, { roles: [role] }), "/cockpit?q=x");
      expect({ location, status }).toEqual({
        location: "http://127.0.0.1:3000/cockpit?q=x",
        status: 200,
      });
      const user = await api.container.ports.users.findForSignIn(email);
      expect(user).toMatchObject({ role: ours, passwordHash: null });
      const at = api.container.ports.clock.now();
      expect(await api.container.ports.sessions.list(user?.id ?? "", at)).toMatchObject([
        { method: "single-sign-on", secondFactorAt: null },
      ]);
      expect((await audited(email))[1]).toMatchObject({
        action: "identity-linked",
        actor: "single-sign-on",
        before: null,
        after: { issuer: provider.issuer, subject: `subject of ${email}` },
      });
    },
  );

  test("uses PKCE, state and nonce, and hides its cookies from scripts", async () => {
    const { url, browser } = await leave(claimsOf(await invite()));
    const parameters = Object.fromEntries(url.searchParams);
    expect(parameters).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: CALLBACK,
      scope: "openid email profile",
      client_id: CLIENT.id,
    });
    expect(Object.keys(parameters).sort()).toEqual(
      ["client_id", "code_challenge", "code_challenge_method", "nonce", "redirect_uri"].concat([
        "response_type",
        "scope",
        "state",
      ]),
    );
    expect([...browser.cookies.keys()].sort()).toEqual(
      ["csrf", "nonce", "pkce", "state", "wanted"].map((name) => `stagedoor.${name}`),
    );
  });

  test("sends the provider the redirect URI of PUBLIC_URL, whatever the Host header says", async () => {
    const browser = openBrowser(api, { host: "evil.example" });
    const { body } = await browser.post("signin/oidc", { callbackUrl: "/cockpit" });
    const { url } = body as { url: string };
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(CALLBACK);
    provider.person(claimsOf(await invite()));
    const back = new URL(await provider.authenticate(url));
    const answer = await browser.call("GET", `${back.pathname}${back.search}`);
    expect(answer.headers.get("location")).toBe("http://127.0.0.1:3000/cockpit");
  });

  test("finds the account by issuer and subject after the first sign-in, even if the provider reports a different email", async () => {
    const email = await invite();
    await signIn(claimsOf(email));
    const renamed = { ...claimsOf(email), email: "other@example.com", email_verified: false };
    expect(await signIn(renamed)).toMatchObject({ status: 200 });
  });

  test("updates the role from the claim at each sign-in, ends other sessions if the role is new, and audits the change", async () => {
    const email = await invite();
    const first = await signIn(claimsOf(email, { roles: ["docs"] }));
    const second = await signIn(claimsOf(email, { roles: ["admins"] }));
    expect(second.status).toBe(200);
    expect((await first.browser.call("GET", "/api/cockpit/assets")).status).toBe(401);
    expect(await audited(email)).toContainEqual(
      expect.objectContaining({ action: "user-role-changed", actor: "single-sign-on" }),
    );
  });

  test("keeps the role of the last administrator even if the claims assign a different one", async () => {
    const email = await invite("administrator");
    await signIn(claimsOf(email, { roles: ["admins"] }));
    const demote = "UPDATE app_user SET role = 'reader' WHERE email <> $1";
    await api.container.database.pool.query(demote, [email]);
    expect(await signIn(claimsOf(email, { roles: ["guests"] }))).toMatchObject({ status: 200 });
    const user = await api.container.ports.users.findForSignIn(email);
    expect(user?.role).toBe("administrator");
  });
});

const refused = (reason: string) => ({
  location: `http://127.0.0.1:3000/login?error=single-sign-on-${reason}`,
  status: 401,
});

describe("single sign-on rejects a user", () => {
  test.each([[["other"]], [[]], [undefined]])("with the roles %j", async (roles) => {
    const email = await invite();
    const claims = claimsOf(email, { roles });
    expect(await signIn(claims)).toMatchObject(refused("no-role"));
    expect(await audited(email)).toHaveLength(1);
  });

  test("who has lost the mapped role, and ends all sessions of the account, with an audit entry", async () => {
    const email = await invite();
    const earlier = [await signIn(claimsOf(email)), await signIn(claimsOf(email))];
    expect(await signIn(claimsOf(email, { roles: ["other"] }))).toMatchObject(refused("no-role"));
    for (const { browser } of earlier) {
      expect(await browser.call("GET", "/api/cockpit/assets")).toMatchObject({
        status: 401,
        body: { detail: "Your role was changed, which ended this session. Sign in again." },
      });
    }
    const ended = {
      action: "sessions-ended",
      actor: "single-sign-on",
      before: null,
      after: { endedSessions: 2 },
    };
    expect((await audited(email)).at(-1)).toEqual(ended);
    expect(await signIn(claimsOf(email, { roles: [] }))).toMatchObject(refused("no-role"));
    expect((await audited(email)).filter(({ action }) => action === ended.action)).toHaveLength(1);
    expect(await signIn(claimsOf(email))).toMatchObject({ status: 200 });
  });

  test.each([false, undefined, "true"])("whose email_verified claim is %j", async (verified) => {
    const claims = claimsOf(await invite(), { email_verified: verified });
    expect(await signIn(claims)).toMatchObject(refused("email-not-verified"));
  });

  test("who was not invited", async () => {
    expect(await signIn(claimsOf("stranger@example.com"))).toMatchObject(refused("not-invited"));
  });

  test.each(["\u212a", "\uff4b"])(
    "whose email merely resembles the email of an invitation, with %j in place of a k",
    async (sign) => {
      const email = await invite("reader", "sso-k");
      const lookalike = email.replace("sso-k", `sso-${sign}`);
      expect(await signIn(claimsOf(lookalike))).toMatchObject(refused("not-invited"));
      expect(await audited(email)).toHaveLength(1);
      expect(await signIn(claimsOf(email))).toMatchObject({ status: 200 });
    },
  );

  test("whose email belongs to an account with a password", async () => {
    const email = await invite();
    const text = "UPDATE app_user SET password_hash = 'used' WHERE email = $1";
    await api.container.database.pool.query(text, [email]);
    expect(await signIn(claimsOf(email))).toMatchObject(refused("not-invited"));
  });

  test("whose invitation has expired or was revoked", async () => {
    for (const change of ["expires_at = now()", "revoked_at = now()"]) {
      const email = await invite();
      const text = `UPDATE invitation SET ${change} FROM app_user u WHERE user_id = u.id AND email = $1`;
      await api.container.database.pool.query(text, [email]);
      expect(await signIn(claimsOf(email))).toMatchObject(refused("not-invited"));
    }
  });

  test("who returns with the same email but a different account at the provider", async () => {
    const email = await invite();
    await signIn(claimsOf(email));
    const switched = claimsOf(email, { sub: `another subject of ${email}` });
    expect(await signIn(switched)).toMatchObject(refused("not-invited"));
  });

  test("who has been deactivated", async () => {
    const email = await invite();
    await signIn(claimsOf(email));
    const text = "UPDATE app_user SET deactivated_at = now() WHERE email = $1";
    await api.container.database.pool.query(text, [email]);
    expect(await signIn(claimsOf(email))).toMatchObject(refused("deactivated"));
  });
});

describe("a redirect back from the provider is rejected", () => {
  test.each(["stagedoor.state", "stagedoor.nonce", "stagedoor.pkce"])(
    "if the browser does not send %s",
    async (name) => {
      const { browser, back } = await leave(claimsOf(await invite()));
      browser.cookies.delete(name);
      const answer = await browser.call("GET", `${back.pathname}${back.search}`);
      expect(answer.headers.get("location")).toBe(refused("failed").location);
      expect((await browser.call("GET", "/api/cockpit/assets")).status).toBe(401);
    },
  );

  test.each(["state", "code", "iss"])("if %s was changed in transit", async (name) => {
    const { browser, back } = await leave(claimsOf(await invite()));
    back.searchParams.set(name, "changed");
    const answer = await browser.call("GET", `${back.pathname}${back.search}`);
    expect(answer.headers.get("location")).toBe(refused("failed").location);
  });

  test("if userinfo and the ID token have different subjects", async () => {
    const { browser, back, claims } = await leave(claimsOf(await invite()));
    provider.person(claims, "somebody else");
    const answer = await browser.call("GET", `${back.pathname}${back.search}`);
    expect(answer.headers.get("location")).toBe(refused("failed").location);
  });

  test("if its nonce belongs to a different sign-in", async () => {
    const [one, other] = [
      await leave(claimsOf(await invite())),
      await leave(claimsOf(await invite())),
    ];
    one.browser.cookies.set("stagedoor.nonce", other.browser.cookies.get("stagedoor.nonce") ?? "");
    const answer = await one.browser.call("GET", `${one.back.pathname}${one.back.search}`);
    expect(answer.headers.get("location")).toBe(refused("failed").location);
  });
});

describe("the single sign-on endpoint", () => {
  test("never redirects to another origin", async () => {
    const { location } = await signIn(claimsOf(await invite()), "https://evil.example/");
    expect(location).toBe("http://127.0.0.1:3000/");
  });

  test("serves only the redirect to the provider and the redirect back, each with a single method", async () => {
    for (const [method, action] of [
      ["GET", "signin/oidc"],
      ["GET", "signin/credentials"],
      ["GET", "callback/credentials"],
      ["GET", "session"],
    ] as const) {
      const answer = await api.call(method, `/api/auth/${action}`, { key: null });
      expect(answer.status, action).toBe(404);
    }
  });

  test("does not redirect to the provider without the CSRF token", async () => {
    const answer = await api.call("POST", "/api/auth/signin/oidc", {
      key: null,
      body: "json=true",
      headers: { "content-type": "application/x-www-form-urlencoded", host: "127.0.0.1:3000" },
    });
    expect((answer.body as { url: string }).url).toMatch(/^http:\/\/127\.0\.0\.1:3000\//);
  });
});
