import type { Browser, Page } from "@playwright/test";
import { runCli } from "@/cli/testing/run-cli";
import { SIGN_IN_TEXTS } from "@/components/texts/en/sign-in-texts";
import type { Role } from "@/lib/kernel/rules/actor";
import type { Product } from "../product";

/** The email and password of a user. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Fills in and submits the sign-in form, either on `/login` or in the dialog that appears when a session has ended. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel(SIGN_IN_TEXTS.email, { exact: true }).fill(email);
  await page.getByLabel(SIGN_IN_TEXTS.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: SIGN_IN_TEXTS.submit, exact: true }).click();
}

/** The beginning of the password of every user that `createUser` creates. */
const PASSWORD = "the doorman knows us all";

/**
 * Creates a user as an operator would. Each user needs a different `name`, because it becomes the part of the email
 * address before the @.
 */
export async function createUser(
  product: Product,
  name: string,
  role: Role = "administrator",
): Promise<Credentials> {
  const email = `${name}@example.test`;
  const person = ["--email", email, "--name", name, "--role", role];
  await runUser(product, ["create", ...person, "--password-stdin"], `${PASSWORD}\n`);
  return { email, password: PASSWORD };
}

/** Runs `npm run user -- <args>` for the product. */
export async function runUser(product: Product, args: readonly string[], input = "") {
  const settings = { STAGEDOOR_DATA_DIR: product.dataDir };
  const { code, output, errors } = await runCli("cli/user.ts", args, settings, input);
  if (code !== 0) throw new Error(`npm run user ${args.join(" ")}: ${output}${errors}`);
  return output;
}

/** Opens a page in a new browser in which this user is signed in. */
export async function openAs(browser: Browser, product: Product, user: Credentials): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await page.goto("/login");
  await signIn(page, user);
  await page.waitForURL("**/cockpit");
  return page;
}
