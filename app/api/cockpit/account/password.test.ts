import { beforeEach, describe, expect, test } from "vitest";
import { prepareApi } from "@/app/testing/api.fixture";
import { makeUser, openBrowser, PASSWORD } from "@/app/testing/sign-in.fixture";
import { signInForTest } from "@/app/testing/signed-in.fixture";

const api = prepareApi();
const PATH = "/api/cockpit/account/password";
const BODY = { currentPassword: PASSWORD, newPassword: "another horse battery" };

beforeEach(async () => {
  await api.container.database.pool.query("TRUNCATE sign_in_throttle");
});

async function signedIn() {
  const { email } = await makeUser(api);
  const browser = openBrowser(api);
  await browser.signIn(email);
  return browser;
}

describe("changing your own password", () => {
  test("requires the current password, and is throttled after five wrong attempts", async () => {
    const browser = await signedIn();
    const body = { ...BODY, currentPassword: "wrong" };
    for (let n = 0; n < 5; n += 1) {
      expect(await browser.call("POST", PATH, { body })).toMatchObject({
        status: 401,
        body: { code: "sign-in-refused", errors: [{ pointer: "#/currentPassword" }] },
      });
    }
    const { status, headers, body: problem } = await browser.call("POST", PATH, { body: BODY });
    expect({ status, problem }).toMatchObject({ status: 429, problem: { code: "rate-limited" } });
    expect(headers.get("retry-after")).toBe("900");
  });

  test.each([
    [{ ...BODY, newPassword: "short" }, "#/newPassword"],
    [{ ...BODY, newPassword: PASSWORD }, "#/newPassword"],
    [{ currentPassword: PASSWORD }, "#/newPassword"],
    [{ ...BODY, userId: "somebody else" }, "#/userId"],
  ])("returns 422 for %j", async (body, pointer) => {
    const { headers } = await signInForTest(api.container);
    expect(await api.call("POST", PATH, { body, headers, key: null })).toMatchObject({
      status: 422,
      body: { code: "validation-failed", errors: [{ pointer }] },
    });
  });
});
