import { expect } from "@playwright/test";
import { CLIENT, startOidcProvider } from "@/app/testing/oidc-provider";
import { SINGLE_SIGN_ON_TEXTS } from "@/components/texts/en/single-sign-on-texts";
import { test } from "../browser-test";
import { faultsOf } from "../page-faults";
import { button } from "../page-parts";
import { chooseProductPlace, startProduct } from "../product";
import { runUser } from "./sign-in-page";

const EMAIL = "ida@example.test";
const CLAIMS = { sub: "ida", email: EMAIL, email_verified: true };

test("an invited user signs in through the identity provider with the role from the claim, and other users see why they cannot sign in", async ({
  browser,
}) => {
  const place = await chooseProductPlace({});
  const { PORT = "", OBJECT_STORE_PORT = "", EXECUTOR_PORT = "", RECEIVER_PORT = "" } = place.env;
  const provider = await startOidcProvider(`${place.url}/api/auth/callback/oidc`);
  const product = await startProduct({
    env: {
      PORT,
      OBJECT_STORE_PORT,
      EXECUTOR_PORT,
      RECEIVER_PORT,
      OIDC_ISSUER: provider.issuer,
      OIDC_NAME: "Acme",
      OIDC_ROLES: "docs=reviewer",
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
  });
  try {
    await runUser(product, ["invite", "--email", EMAIL, "--role", "reader"]);
    const page = await (await browser.newContext({ baseURL: product.url })).newPage();
    const enter = async () => {
      await page.goto("/login");
      await button(page, SINGLE_SIGN_ON_TEXTS.button("Acme")).click();
    };
    await page.goto("/login");
    await expect(page.getByText(SINGLE_SIGN_ON_TEXTS.signOutNote)).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);

    const { problems } = SINGLE_SIGN_ON_TEXTS;
    provider.person({ ...CLAIMS, roles: ["unknown"] });
    await enter();
    await expect(page.getByText(problems["single-sign-on-no-role"].title).first()).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);

    await page.context().clearCookies();
    provider.person({ ...CLAIMS, sub: "eve", email: "eve@example.test", roles: ["docs"] });
    await enter();
    await expect(
      page.getByText(problems["single-sign-on-not-invited"].title).first(),
    ).toBeVisible();

    await page.context().clearCookies();
    provider.person({ ...CLAIMS, roles: ["docs"] });
    await enter();
    await page.waitForURL("**/cockpit");
    const answer = await page.request.get("/api/cockpit/users");
    expect(answer.status()).toBe(403);
    expect((await answer.json()).detail).toContain("reviewer");
    await page.context().close();
  } finally {
    await product.stop();
    provider.stop();
    await place.dispose();
  }
});
