import type { Page } from "@playwright/test";
import pg from "pg";
import { runCli } from "@/cli/testing/run-cli";
import { SIGN_IN_TEXTS } from "@/components/texts/en/shell-texts";
import type { Role } from "@/lib/kernel/rules/roles";
import { settingsOf } from "./delivery/second-application";
import type { Product } from "./product";

/** What somebody signs in with. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Fills in the form that the page shows, on `/login` or in the dialog of an ended session, and sends it. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel(SIGN_IN_TEXTS.email, { exact: true }).fill(email);
  await page.getByLabel(SIGN_IN_TEXTS.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: SIGN_IN_TEXTS.submit, exact: true }).click();
}

/** A password that everybody whom `createUser` makes begins with. */
const PASSWORD = "the doorman knows us all";

/** Makes one more user, as an operator does; the name before the @ has to be another one for each. */
export async function createUser(
  product: Product,
  name: string,
  role: Role = "administrator",
): Promise<Credentials> {
  const email = `${name}@example.test`;
  const person = ["--email", email, "--name", name];
  await runUser(product, ["create", ...person, "--password-stdin"], `${PASSWORD}\n`);
  if (role !== "administrator") await setRole(product, email, role);
  return { email, password: PASSWORD };
}

async function setRole(product: Product, email: string, role: Role): Promise<void> {
  const database = new pg.Client({ connectionString: (await settingsOf(product)).DATABASE_URL });
  await database.connect();
  await database
    .query("UPDATE app_user SET role = $2 WHERE email = $1", [email, role])
    .finally(() => database.end());
}

/** Runs `npm run user -- <args>` beside the product. */
export async function runUser(product: Product, args: readonly string[], input = "") {
  const settings = { STAGEDOOR_DATA_DIR: product.dataDir };
  const { code, output, errors } = await runCli("cli/user.ts", args, settings, input);
  if (code !== 0) throw new Error(`npm run user ${args.join(" ")}: ${output}${errors}`);
  return output;
}
