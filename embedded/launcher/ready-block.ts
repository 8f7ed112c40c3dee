import { existsSync } from "node:fs";
import { join } from "node:path";
import type { InngestSettings, Settings } from "@/lib/env";
import type { LauncherMode } from "./environment";
import type { Preparation } from "./prepare";

const RULE = "─".repeat(72);

/**
 * What people see when everything runs: one block, with the API key in it on the first start only. The place of an embedded
 * database is told when it is outside the data folder, for then a copy of that folder is no backup.
 */
export function readyBlock(
  mode: LauncherMode,
  {
    publicUrl,
    dataDir,
    inngest,
    receiverPort,
  }: Pick<Settings, "publicUrl" | "dataDir" | "inngest" | "receiverPort">,
  { isFirstStart, firstApiKey }: Pick<Preparation, "isFirstStart" | "firstApiKey">,
  clusterDir: string | null = null,
): string {
  const rows: [string, string][] = [
    ["Address", publicUrl],
    ["API", `${publicUrl}/external-api`],
    ["Data folder", dataDir],
    ["Logs", join(dataDir, "logs")],
  ];
  if (clusterDir && !clusterDir.startsWith(join(dataDir, "/"))) rows.push(["Database", clusterDir]);
  if (receiverPort !== null) rows.push(["Receiver", `https://127.0.0.1:${receiverPort}/`]);
  if (inngest) rows.push(...inngestRows(inngest, publicUrl));
  const keyFile = join(dataDir, "first-api-key");
  if (isFirstStart && firstApiKey) rows.push(["API key", firstApiKey], ["", `kept in ${keyFile}`]);
  // The first start may have been cut off before anybody saw the key.
  else if (existsSync(keyFile)) rows.push(["API key", `see ${keyFile}`]);
  rows.push(["Try it", "npm run demo   (in a second terminal)"], ["Stop", "Ctrl-C"]);
  const title = mode === "dev" ? "Stagedoor is ready (development mode)." : "Stagedoor is ready.";
  return [RULE, title, "", ...rows.map(([name, value]) => `  ${name.padEnd(13)}${value}`), RULE]
    .join("\n")
    .concat("\n");
}

/** An Inngest of one's own learns what there is to run only when somebody tells it where to ask. */
function inngestRows({ isDev, baseUrl }: InngestSettings, publicUrl: string): [string, string][] {
  const kind = isDev ? "development server, takes calls of everybody" : "signed calls only";
  const place = baseUrl ?? (isDev ? "http://localhost:8288" : "Inngest Cloud");
  return [
    ["Inngest", `${place} (${kind})`],
    ["", `has to be synced once with ${publicUrl}/api/inngest`],
  ];
}
