import { existsSync } from "node:fs";
import { join } from "node:path";
import type { InngestSettings, Settings } from "@/lib/env/read-settings";
import { settingsWarnings } from "@/lib/env/settings-warnings";
import type { LauncherMode } from "./environment";
import type { Preparation } from "./prepare";

const RULE = "─".repeat(72);

/** Explains why a password is shown only once, and how to set a new one. */
const ONCE = "(shown only once; `npm run user -- reset-password <email>` sets a new one)";

type BlockSettings = Pick<Settings, "dataDir" | "inngest" | "receiverPort"> &
  Parameters<typeof settingsWarnings>[0];

/** What startup has found and the block shows. */
interface BlockFindings {
  /** The folder of the embedded database. */
  readonly clusterDir?: string | null;
  /** A message that the disk is almost full. */
  readonly diskWarning?: string | null;
}

/**
 * Renders the block that the user sees when everything is running, with the API key only the first time, and the
 * administrator's password only if it has just been created. The location of an embedded database is shown if it is
 * outside the data folder, because then a copy of that folder is not a backup. Warnings about the disk, the settings
 * and users' emails come last.
 */
export function readyBlock(
  mode: LauncherMode,
  settings: BlockSettings,
  preparation: Omit<Preparation, "webhookSecrets">,
  { clusterDir = null, diskWarning = null }: BlockFindings = {},
): string {
  const { publicUrl, dataDir, inngest, receiverPort } = settings;
  const rows: [string, string][] = [
    ["Address", publicUrl],
    ["Cockpit", `${publicUrl}/cockpit`],
    ...signInRows(preparation, join(dataDir, "first-admin-password")),
    ["API", `${publicUrl}/external-api`],
    ["Data folder", dataDir],
    ["Logs", join(dataDir, "logs")],
  ];
  if (clusterDir && !clusterDir.startsWith(join(dataDir, "/"))) rows.push(["Database", clusterDir]);
  if (receiverPort !== null) rows.push(["Receiver", `https://127.0.0.1:${receiverPort}/`]);
  if (inngest) rows.push(...inngestRows(inngest, publicUrl));
  rows.push(...keyRows(preparation, join(dataDir, "first-api-key")));
  rows.push(["Try it", "npm run demo   (in a second terminal)"], ["Stop", "Ctrl-C"]);
  const warnings = [
    ...(diskWarning ? [diskWarning] : []),
    ...settingsWarnings(settings),
    ...preparation.sharedEmails.map(sharedEmailWarning),
  ];
  for (const warning of warnings) rows.push(["WARNING", warning]);
  const title = mode === "dev" ? "Stagedoor is ready (development mode)." : "Stagedoor is ready.";
  return [RULE, title, "", ...rows.map(([name, value]) => `  ${name.padEnd(13)}${value}`), RULE]
    .join("\n")
    .concat("\n");
}

const sharedEmailWarning = (emails: readonly string[]) =>
  `The users ${emails.join(" and ")} have the same email in different spellings. They can sign in with their passwords, but not for the first time by single sign-on. Deactivate those that nobody uses (npm run user -- deactivate).`;

/**
 * Later starts refer to the password file, because the start that created the password may have been interrupted before
 * anybody saw the password.
 */
function signInRows(
  { firstAdministrator }: Pick<Preparation, "firstAdministrator">,
  file: string,
): [string, string][] {
  if (firstAdministrator === null) {
    return existsSync(file) ? [["Password", `see ${file} for the first one`]] : [];
  }
  const { email, password } = firstAdministrator;
  if (password === null) return [["Sign in", `${email}, with STAGEDOOR_ADMIN_PASSWORD`]];
  return [
    ["Sign in", email],
    ["Password", `${password}   ${ONCE.replace("<email>", email)}`],
    ["", `kept in ${file}`],
  ];
}

/**
 * Later starts refer to the key's file, because the first startup may have been interrupted before anybody saw the key.
 */
function keyRows(
  { isFirstStart, firstApiKey }: Pick<Preparation, "isFirstStart" | "firstApiKey">,
  file: string,
): [string, string][] {
  if (isFirstStart && firstApiKey) {
    return [
      ["API key", firstApiKey],
      ["", `kept in ${file}`],
    ];
  }
  return existsSync(file) ? [["API key", `see ${file}`]] : [];
}

/** The user's own Inngest cannot call our functions until it has our URL. */
function inngestRows({ isDev, baseUrl }: InngestSettings, publicUrl: string): [string, string][] {
  const kind = isDev ? "development server, which accepts calls from anyone" : "signed calls only";
  const place = baseUrl ?? (isDev ? "http://localhost:8288" : "Inngest Cloud");
  return [
    ["Inngest", `${place} (${kind})`],
    ["", `must be synced once with ${publicUrl}/api/inngest`],
  ];
}
