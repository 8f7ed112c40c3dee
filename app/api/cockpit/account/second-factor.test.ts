import { TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { type Answer, prepareApi } from "@/app/testing/api.fixture";
import {
  type BrowserUnderTest,
  makeUser,
  openBrowser,
  PASSWORD,
} from "@/app/testing/sign-in.fixture";
import { signInForTest } from "@/app/testing/signed-in.fixture";
import { recoveryCodes, secondFactorSetUp } from "@/lib/http/accounts/cockpit-schemas";

const api = prepareApi({ REQUIRE_SECOND_FACTOR: "administrators" });
const PATH = "/api/cockpit/account/second-factor";
const STEP_MS = 30_000;

beforeEach(async () => {
  await api.container.database.pool.query("TRUNCATE sign_in_throttle");
});

/**
 * Returns a code. Setup uses the current code, and sign-in uses the next code, which is already valid, so that no test
 * has to wait.
 */
const codeOf = (secret: string, stepsAway = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAway * STEP_MS });

async function setUp(browser: BrowserUnderTest) {
  const { secret } = secondFactorSetUp.parse((await browser.call("POST", PATH)).body);
  const body = { currentPassword: PASSWORD, code: codeOf(secret) };
  const answer = await browser.call("PUT", PATH, { body });
  return { secret, codes: recoveryCodes.parse(answer.body).recoveryCodes };
}

async function signedIn() {
  const user = await makeUser(api);
  const browser = openBrowser(api);
  await browser.signIn(user.email);
  return { user, browser };
}

const errorIn = ({ body }: Answer) =>
  new URL((body as { url: string }).url).searchParams.get("error");

describe("an administrator who lacks a required second factor", () => {
  test("can only set it up or sign out", async () => {
    const { browser } = await signedIn();
    const refused = { status: 403, body: { code: "second-factor-required" } };
    expect(await browser.call("GET", "/api/cockpit/assets")).toMatchObject(refused);
    expect(await browser.call("POST", `${PATH}/removal`, { body: {} })).toMatchObject(refused);
    expect(await browser.call("POST", PATH)).toMatchObject({ status: 201 });
    expect(await browser.post("signout")).toMatchObject({ status: 200 });
    expect(await browser.call("POST", PATH)).toMatchObject({ status: 401 });
  });

  test("can do everything in the same session after setting it up", async () => {
    const { browser } = await signedIn();
    const { codes } = await setUp(browser);
    expect(codes).toHaveLength(10);
    expect(await browser.call("GET", "/api/cockpit/assets")).toMatchObject({ status: 200 });
  });
});

describe("signing in with a second factor", () => {
  test("takes two steps, and the first sets neither a session cookie nor a known-browser cookie", async () => {
    const { user, browser } = await signedIn();
    const { secret } = await setUp(browser);
    const other = openBrowser(api);
    const first = await other.signIn(user.email);
    expect([first.status, errorIn(first)]).toEqual([401, "code-needed"]);
    expect([...other.cookies.keys()]).toEqual(["stagedoor.csrf"]);
    const form = { email: user.email, password: PASSWORD, code: codeOf(secret, 1) };
    expect(await other.post("callback/credentials", form)).toMatchObject({ status: 200 });
    expect(await other.call("GET", "/api/cockpit/assets")).toMatchObject({ status: 200 });
    const again = await openBrowser(api).post("callback/credentials", form);
    expect([again.status, errorIn(again)]).toEqual([401, "code-refused"]);
  });

  test("accepts a code only once, even if four requests send it concurrently", async () => {
    const { user, browser } = await signedIn();
    const { secret } = await setUp(browser);
    const form = { email: user.email, password: PASSWORD, code: codeOf(secret, 1) };
    const browsers = Array.from({ length: 4 }, () => openBrowser(api));
    const answers = await Promise.all(
      browsers.map((each) => each.post("callback/credentials", form)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  test("counts wrong codes and wrong passwords toward the same limit", async () => {
    const { user, browser } = await signedIn();
    const { secret } = await setUp(browser);
    const stranger = openBrowser(api);
    const credentials = { email: user.email, password: PASSWORD };
    for (const form of [
      { ...credentials, code: "000000" },
      { ...credentials, password: "wrong horse battery" },
      credentials,
      { ...credentials, code: "0123-4567-89ab-cdef" },
      { ...credentials, code: "000001" },
    ]) {
      expect(await stranger.post("callback/credentials", form)).toMatchObject({ status: 401 });
    }
    const right = { ...credentials, code: codeOf(secret, 1) };
    expect(await stranger.post("callback/credentials", right)).toMatchObject({ status: 429 });
  });
});

describe("an administrator", () => {
  test("can remove a user's lost second factor, which is audited, while other roles cannot", async () => {
    const { user, browser: own } = await signedIn();
    await setUp(own);
    const { user: manager, browser } = await signedIn();
    await setUp(browser);
    const path = `/api/cockpit/users/${user.id}/second-factor`;
    expect(await own.call("DELETE", path)).toMatchObject({
      status: 409,
      body: { code: "own-account" },
    });
    const reader = await signInForTest(api.container, "reader");
    const asReader = { headers: reader.headers, key: null };
    expect(await api.call("DELETE", path, asReader)).toMatchObject({ status: 403 });
    expect(await browser.call("DELETE", path)).toMatchObject({ status: 204 });
    expect(await browser.call("DELETE", path)).toMatchObject({ status: 409 });
    const text = "SELECT action, actor FROM audit_entry WHERE subject = $1 ORDER BY id";
    const { rows } = await api.container.database.pool.query(text, [`user:${user.id}`]);
    expect(rows).toMatchObject([
      { action: "user-created", actor: "command" },
      { action: "second-factor-added", actor: `administrator:${user.id}` },
      { action: "second-factor-removed", actor: `administrator:${manager.id}` },
    ]);
  });

  test.each(["nobody", "019cbc00"])("gets 404 for the user %s", async (id) => {
    const { browser } = await signedIn();
    await setUp(browser);
    const answer = await browser.call("DELETE", `/api/cockpit/users/${id}/second-factor`);
    expect(answer).toMatchObject({ status: 404, body: { code: "user-not-found" } });
  });
});

test("a body without proof of identity returns 422", async () => {
  const { browser } = await signedIn();
  await browser.call("POST", PATH);
  const answer = await browser.call("PUT", PATH, { body: { code: "123456" } });
  expect(answer).toMatchObject({ status: 422, body: { code: "validation-failed" } });
});
