import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { type Container, createContainer } from "@/app/container";
import { readAppSettings } from "@/lib/env";
import { applyWebhookSecret } from "@/lib/services/apply-webhook-secret";
import { applySettingKey, ensureApiKey, hasNoOwnKey } from "@/lib/services/ensure-api-key";
import { seedDemoAssets } from "@/lib/services/seed-demo-assets";
import { showWebhookSecrets, type WebhookSecrets } from "@/lib/services/show-webhook-secrets";
import { migrate } from "@/prisma/migrate";

/**
 * Makes a database ready for this version, before the application starts: migrations, the signing secret, the API key of the
 * settings or a generated one, and on the first start the demo assets. Repeatable, also when it was cut off: a key
 * comes last, for it ends the first start.
 * Prints one JSON line `{isFirstStart, firstApiKey, webhookSecrets}` for the launcher.
 */
async function prepare(): Promise<void> {
  const settings = readAppSettings();
  await migrate(settings.databaseUrl);
  const container = createContainer(settings);
  try {
    const { ports } = container;
    const isFirstStart = (await ports.apiKeys.count()) === 0;
    const isKeyWanted = settings.apiKey === null && (await hasNoOwnKey(ports));
    if (isFirstStart) await seedDemoAssets(ports);
    await applyWebhookSecret(ports, settings.webhook.signingSecret);
    await applySettingKey(ports, settings.apiKey);
    const firstApiKey = isKeyWanted ? await makeFirstKey(container) : null;
    const webhookSecrets = validSecrets(await showWebhookSecrets(ports));
    process.stdout.write(`${JSON.stringify({ isFirstStart, firstApiKey, webhookSecrets })}\n`);
  } finally {
    await container.close();
  }
}

const validSecrets = ({ secret, previous }: WebhookSecrets): string[] =>
  [secret, previous?.secret].filter((text) => typeof text === "string");

/** The file comes before the row: a start that is cut off in between goes on with the same key. */
async function makeFirstKey({ settings, ports }: Container): Promise<string> {
  const file = join(settings.dataDir, "first-api-key");
  const key = (await readIfThere(file)) ?? `sd_${randomBytes(32).toString("base64url")}`;
  await mkdir(settings.dataDir, { recursive: true });
  await writeWhole(file, key);
  await ensureApiKey(ports, { key, name: "first key" });
  return key;
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Whole or not at all, readable by its owner alone. */
async function writeWhole(file: string, key: string): Promise<void> {
  const handle = await open(`${file}.new`, "w", 0o600);
  try {
    await handle.writeFile(`${key}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}

prepare().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
