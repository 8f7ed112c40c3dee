import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Container, createContainer } from "@/app/container";
import type { User } from "@/lib/accounts/ports";
import { newEmailProblem } from "@/lib/accounts/rules/email";
import { applySettingKey, ensureApiKey, hasNoOwnKey } from "@/lib/accounts/use-cases/api-keys";
import { ensureFirstUser, generatePassword } from "@/lib/accounts/use-cases/new-users";
import { seedDemoAssets } from "@/lib/assets/use-cases/seed-demo-assets";
import { readAppSettings } from "@/lib/env/read-settings";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { applyWebhookSecret } from "@/lib/notifications/use-cases/webhook-configuration";
import {
  showWebhookSecrets,
  type WebhookSecrets,
} from "@/lib/notifications/use-cases/webhook-secrets";
import { migrate } from "@/prisma/migrate";

/**
 * Prepares a database for this version before the application starts: migrations, email keys, the signing secret, an administrator if
 * there is no user, the API key from the settings or a generated one, and, the first time, the demo assets. Can be
 * repeated, even after an interruption: the key comes last because it marks the end of the first startup. Prints one JSON
 * line `{isFirstStart, firstApiKey, firstAdministrator, sharedEmails, webhookSecrets}` for the launcher.
 */
async function prepare(): Promise<void> {
  const settings = readAppSettings();
  await migrate(settings.databaseUrl);
  const container = createContainer(settings);
  try {
    const { ports } = container;
    const sharedEmails = await fillEmailKeys(container);
    const isFirstStart = (await ports.apiKeys.count()) === 0;
    const isKeyWanted = settings.apiKey === null && (await hasNoOwnKey(ports));
    if (isFirstStart) await seedDemoAssets(ports);
    await applyWebhookSecret(ports, settings.webhook.signingSecret);
    const firstAdministrator = await makeFirstAdministrator(container);
    await applySettingKey(ports, settings.apiKey);
    const firstApiKey = isKeyWanted ? await makeFirstKey(container) : null;
    const webhookSecrets = validSecrets(await showWebhookSecrets(ports));
    const preparation = {
      isFirstStart,
      firstApiKey,
      firstAdministrator,
      sharedEmails,
      webhookSecrets,
    };
    process.stdout.write(`${JSON.stringify(preparation)}\n`);
  } finally {
    await container.close();
  }
}

/** Returns the emails of active accounts that have no key because they share it. */
async function fillEmailKeys({ ports }: Container): Promise<string[][]> {
  const collisions = await ports.users.fillEmailKeys();
  return collisions
    .map((group) => group.filter(({ deactivatedAt }) => deactivatedAt === null))
    .filter(({ length }) => length > 1)
    .map((group) => group.map(({ email }) => email));
}

const validSecrets = ({ secret, previous }: WebhookSecrets): string[] =>
  [secret, previous?.secret].filter((text) => typeof text === "string");

async function makeFirstKey({ settings, ports }: Container): Promise<string> {
  const makeKey = () => `sd_${randomBytes(32).toString("base64url")}`;
  const key = await keep(settings, "first-api-key", makeKey);
  await ensureApiKey(ports, { key, name: "first key" });
  return key;
}

const FIRST_PASSWORD = "first-admin-password";

/**
 * Returns null if there are users already. If the password comes from the settings, it is null in the result, because it
 * must not be printed.
 */
async function makeFirstAdministrator({ settings, ports }: Container) {
  const [first] = await ports.users.list();
  if (first) {
    if (!hasFirstPassword(first)) await forget(settings, FIRST_PASSWORD);
    return null;
  }
  const { email, password: configured } = settings.admin;
  const problem = newEmailProblem(email);
  if (problem !== null) throw new Error(`The setting STAGEDOOR_ADMIN_EMAIL ${problem}.`);
  const password =
    configured ?? (await keep(settings, FIRST_PASSWORD, () => generatePassword(ports)));
  const administrator = await ensureFirstUser(ports, { email, password });
  // The file was left by an interrupted start, or another machine created the user first. In both cases, its password
  // does not work.
  if (!administrator || configured !== null) await forget(settings, FIRST_PASSWORD);
  return (
    administrator && { email: administrator.email, password: configured === null ? password : null }
  );
}

/** Returns whether the user may still have the first password. A deactivated user can return only with a new password. */
const hasFirstPassword = ({ createdAt, passwordChangedAt, deactivatedAt }: User) =>
  deactivatedAt === null && passwordChangedAt.getTime() === createdAt.getTime();

const forget = ({ dataDir }: Container["settings"], name: string) =>
  rm(join(dataDir, name), { force: true });

/**
 * The file is written before the database row, so that if startup is interrupted in between, the next startup uses the
 * same secret.
 */
async function keep(
  { dataDir }: Container["settings"],
  name: string,
  make: () => string,
): Promise<string> {
  const file = join(dataDir, name);
  const secret = (await readIfThere(file)) || make();
  await mkdir(dataDir, { recursive: true });
  await writeWhole(file, secret);
  return secret;
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Writes the file atomically, readable only by its owner. */
async function writeWhole(file: string, secret: string): Promise<void> {
  const handle = await open(`${file}.new`, "w", 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}

prepare().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 1;
});
