import { readdirSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { SIGN_IN_TEXTS } from "@/components/texts/en/sign-in-texts";
import { UI_TEXTS } from "@/components/texts/en/ui-texts";
import { noteFaults, test } from "../browser-test";
import { createAsset, openCockpit } from "../cockpit/cockpit-page";
import { button, holdScripts } from "../page-parts";
import { createUser, openAs, runUser, signIn } from "./sign-in-page";

const alertOf = (page: Page) => page.getByRole("main").getByRole("alert");

test.describe("signing in", () => {
  test("leads to the requested page with its query", async ({ page, adminPage, product }) => {
    const asset = await createAsset(adminPage, { identifier: "deep/link ä+&1" });
    const wanted = `/cockpit/asset?${new URLSearchParams({ identifier: asset.identifier })}`;
    const faults = noteFaults(page);
    await page.goto(wanted);
    await expect(page).toHaveURL(/\/login\?callbackUrl=/);
    await signIn(page, product.administrator);
    await expect(page).toHaveURL(wanted);
    await expect(page.getByRole("heading", { level: 1, name: asset.name })).toBeVisible();
    expect(faults).toEqual([]);
  });

  test("the first field has the focus, the password is shown on request, and the field of a wrong password gets the focus again", async ({
    page,
    product,
  }) => {
    const user = await createUser(product, "focused");
    const email = page.getByLabel(SIGN_IN_TEXTS.email, { exact: true });
    const password = page.getByLabel(SIGN_IN_TEXTS.password, { exact: true });
    await page.goto("/login");
    await expect(email).toBeFocused();
    await page.keyboard.type(user.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("wrong");
    await expect(password).toHaveAttribute("type", "password");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(password).toHaveAttribute("type", "text");
    await expect(button(page, UI_TEXTS.hidePassword)).toBeFocused();
    await page.keyboard.press("Space");
    await expect(password).toHaveAttribute("type", "password");
    await button(page, SIGN_IN_TEXTS.submit).click();
    await expect(alertOf(page)).toHaveText(SIGN_IN_TEXTS.refused);
    await expect(password).toBeFocused();
    // The wrong password is selected, so that typing replaces it.
    await page.keyboard.type(user.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/cockpit");

    const reset = await runUser(product, ["reset-link", user.email]);
    for (const [path, fields] of [
      ["/account", 3],
      [/\/invitation\/\S+/.exec(reset)?.[0] ?? "", 2],
    ] as const) {
      await page.goto(path);
      const shows = button(page, UI_TEXTS.showPassword);
      await expect(shows, path).toHaveCount(fields);
      await shows.first().click();
      await expect(page.locator("input[type=password]"), path).toHaveCount(fields - 1);
    }
  });

  test("shows the same message for a wrong password and an unknown user", async ({
    page,
    product,
  }) => {
    const { email } = await createUser(product, "wrong");
    for (const who of [email, "nobody@example.test"]) {
      await page.goto("/login");
      await signIn(page, { email: who, password: "not the password" });
      await expect(alertOf(page)).toHaveText(SIGN_IN_TEXTS.refused);
    }
  });

  for (const callbackUrl of ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere"]) {
    test(`does not redirect to ${callbackUrl}`, async ({ browser, product }) => {
      const user = await createUser(product, `to${callbackUrl.length}`);
      const page = await (await browser.newContext({ baseURL: product.url })).newPage();
      await page.goto(`/login?${new URLSearchParams({ callbackUrl })}`);
      await signIn(page, user);
      await expect(page).toHaveURL("/cockpit");
    });
  }
});

test.describe("too many sign-in attempts", () => {
  test("after five attempts, even the correct password is rejected, and a countdown shows when the next attempt is possible", async ({
    page,
    product,
  }) => {
    const user = await createUser(product, "throttled");
    const submit = page.getByRole("button", { name: SIGN_IN_TEXTS.submit, exact: true });
    await page.setViewportSize({ width: 320, height: 720 });
    await page.clock.install();
    await page.goto("/login");
    for (const attempt of ["1", "2", "3", "4", "5"]) {
      await signIn(page, { ...user, password: `wrong ${attempt}` });
      await expect(alertOf(page)).toHaveText(SIGN_IN_TEXTS.refused);
    }
    const answered = page.waitForResponse("**/api/auth/callback/credentials");
    await signIn(page, user);
    const answer = await answered;
    expect([answer.status(), answer.headers()["retry-after"]]).toEqual([429, "900"]);
    await expect(alertOf(page)).toContainText(SIGN_IN_TEXTS.throttled.title);
    await expect(alertOf(page)).toContainText(/Try again at \d\d:\d\d\./);
    await expect(submit).toBeDisabled();
    await page.clock.fastForward(60_000);
    await expect(alertOf(page)).toContainText(/Try again in 1[34]:\d\d\./);
    const counting = await submit.boundingBox();
    await page.clock.fastForward(15 * 60_000);
    await expect(page.getByRole("status")).toContainText(SIGN_IN_TEXTS.throttled.overTitle);
    await expect(alertOf(page)).toHaveCount(0);
    await expect(submit).toBeEnabled();
    expect(await submit.boundingBox()).toEqual(counting);

    await runUser(product, ["unlock", user.email]);
    await submit.click();
    await expect(page).toHaveURL("/cockpit");
  });

  test("from other browsers do not affect a browser that has signed in before", async ({
    page,
    browser,
    product,
  }) => {
    const user = await createUser(product, "known");
    const known = await openAs(browser, product, user);
    await page.goto("/login");
    for (const attempt of ["1", "2", "3", "4", "5", "6"]) {
      await signIn(page, { ...user, password: `wrong ${attempt}` });
      await expect(alertOf(page)).toBeVisible();
    }
    await expect(alertOf(page)).toContainText(SIGN_IN_TEXTS.throttled.title);
    await known.goto("/login");
    await signIn(known, user);
    await expect(known).toHaveURL("/cockpit");
  });
});

test.describe("before the page's scripts have started", () => {
  test("text that the user has already typed is not lost", async ({ page, product }) => {
    const { email, password } = await createUser(product, "early");
    const start = await holdScripts(page);
    await page.goto("/login", { waitUntil: "commit" });
    await page.getByLabel(SIGN_IN_TEXTS.email, { exact: true }).fill(email);
    await page.getByLabel(SIGN_IN_TEXTS.password, { exact: true }).fill(password);
    await start();
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: SIGN_IN_TEXTS.submit }).click();
    await expect(page).toHaveURL("/cockpit");
  });

  test("the password never appears in the address", async ({ page }) => {
    const start = await holdScripts(page);
    await page.goto("/login", { waitUntil: "commit" });
    await signIn(page, { email: "somebody@example.test", password: "not-for-an-address" });
    await start();
    await page.waitForLoadState("networkidle");
    expect(page.url()).not.toContain("not-for-an-address");
  });
});

/**
 * Every page in the folder, so that new pages are included automatically. A placeholder in a path is replaced by an
 * example.
 */
const SIGNED_IN_PAGES = readdirSync("app/(signed-in)", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("/page.tsx"))
  .map(
    (file) =>
      `/${file
        .slice(0, -"/page.tsx".length)
        .replace(/\[\w+\]/g, "0")
        .replace(/\/\(\w+\)/g, "")}`,
  );

test("every page of the cockpit redirects users who are not signed in to the sign-in page, before it shows anything", async ({
  product,
}) => {
  expect(SIGNED_IN_PAGES).toContain("/cockpit");
  for (const path of SIGNED_IN_PAGES) {
    const answer = await fetch(`${product.url}${path}?a=b`, { redirect: "manual" });
    expect(answer.status, path).toBe(307);
    const wanted = new URLSearchParams({ callbackUrl: `${path}?a=b` });
    expect(answer.headers.get("location"), path).toBe(`/login?${wanted}`);
  }
});

test("every page of the cockpit complies with its content security policy, with a new nonce for each response", async ({
  adminPage,
}) => {
  const nonces = new Set<string | undefined>();
  for (const path of SIGNED_IN_PAGES) {
    const answer = await adminPage.goto(path);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1]);
    await expect(adminPage.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await openCockpit(adminPage);
  expect(nonces.size).toBe(SIGNED_IN_PAGES.length);
  expect(nonces).not.toContain(undefined);
});
