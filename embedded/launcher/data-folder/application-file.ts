import { rmSync } from "node:fs";
import { join } from "node:path";
import { SETTING_NAMES } from "@/lib/env/read-settings";
import { writeFileAtomically } from "../../write-file-atomically";
import type { Environment } from "../environment";

/** Settings that are not copied, because commands do not need them to reach the parts. */
const NOT_NOTED = ["STAGEDOOR_API_KEY", "STAGEDOOR_ADMIN_PASSWORD"];

/**
 * Writes `<dataDir>/application.env.json`: the settings of the running application, from which commands find the same
 * database and object store. It contains secrets, so only the owner can read it. It is removed when the application
 * stops.
 */
export function writeApplicationFile(dataDir: string, environment: Environment): void {
  const noted = SETTING_NAMES.filter((name) => !NOT_NOTED.includes(name) && environment[name]);
  const settings = Object.fromEntries(noted.map((name) => [name, environment[name]]));
  const text = JSON.stringify({ launcher: process.pid, settings }, null, 2);
  writeFileAtomically(applicationFile(dataDir), `${text}\n`);
}

/** Does nothing if there is no such file. */
export function removeApplicationFile(dataDir: string): void {
  rmSync(applicationFile(dataDir), { force: true });
}

const applicationFile = (dataDir: string) => join(dataDir, "application.env.json");
