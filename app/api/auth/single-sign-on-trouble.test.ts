import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareApi } from "@/app/testing/api.fixture";
import { CLIENT } from "@/app/testing/oidc-provider";
import { prepareOidcProvider } from "@/app/testing/oidc-provider.fixture";
import { openBrowser } from "@/app/testing/sign-in.fixture";

const CALLBACK = "http://127.0.0.1:3000/api/auth/callback/oidc";
const provider = prepareOidcProvider(CALLBACK);
/** Serves the real provider's discovery document at a different address. */
const impostor = createServer(async (_request, response) => {
  const document = await fetch(`${provider.issuer}/.well-known/openid-configuration`);
  response.setHeader("content-type", "application/json").end(await document.text());
});
let impostorIssuer = "";

beforeAll(async () => {
  impostor.listen(0, "127.0.0.1");
  await once(impostor, "listening");
  impostorIssuer = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`;
});
afterAll(() => void impostor.close());

const api = prepareApi(() => ({
  OIDC_ISSUER: impostorIssuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_ROLES: "guests=reader",
}));

async function leave() {
  const browser = openBrowser(api, { host: "127.0.0.1:3000" });
  const { body } = await browser.post("signin/oidc", { callbackUrl: "/cockpit" });
  return { browser, url: (body as { url: string }).url };
}

test("starting single sign-on does not pass its own query parameters on to the provider", async () => {
  const browser = openBrowser(api, { host: "127.0.0.1:3000" });
  const { body } = await browser.post("signin/oidc?redirect_uri=https://evil.example&prompt=none");
  const { searchParams } = new URL((body as { url: string }).url);
  expect([searchParams.get("redirect_uri"), searchParams.get("prompt")]).toEqual([CALLBACK, null]);
});

describe("single sign-on with a failing provider", () => {
  test("signs nobody in if the issuer differs from the setting", async () => {
    provider.person({ sub: "ada", roles: ["guests"] });
    const { browser, url } = await leave();
    const back = new URL(await provider.authenticate(url));
    const answer = await browser.call("GET", `${back.pathname}${back.search}`);
    const location = "http://127.0.0.1:3000/login?error=single-sign-on-failed";
    expect(answer.headers.get("location")).toBe(location);
    expect(browser.cookies.has("stagedoor.session")).toBe(false);
  });

  test("redirects back to the sign-in page if the provider is down, and passwords still work", async () => {
    impostor.close();
    impostor.closeAllConnections();
    const { url } = await leave();
    expect(url).toBe("http://127.0.0.1:3000/login?error=single-sign-on-unreachable");
    const { body } = await openBrowser(api).call("GET", "/api/auth/providers");
    expect(Object.keys(body as object)).toEqual(["credentials", "oidc"]);
  });
});
