import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "@/lib/env";
import type { LauncherMode } from "./environment";
import type { Preparation } from "./prepare";

const RULE = "─".repeat(72);

/** What people see when everything runs: one block, with the API key in it on the first start only. */
export function readyBlock(
  mode: LauncherMode,
  { publicUrl, dataDir }: Pick<Settings, "publicUrl" | "dataDir">,
  { isFirstStart, firstApiKey }: Preparation,
): string {
  const rows: [string, string][] = [
    ["Address", publicUrl],
    ["API", `${publicUrl}/external-api`],
    ["Data folder", dataDir],
    ["Logs", join(dataDir, "logs")],
  ];
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
