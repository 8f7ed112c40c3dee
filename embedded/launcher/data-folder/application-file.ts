import { rmSync } from "node:fs";
import { join } from "node:path";
import { SETTING_NAMES } from "@/lib/env/read-settings";
import { databasePlace, SECRET_SETTING_NAMES } from "@/lib/env/settings-warnings";
import { writeFileAtomically } from "../../small-files";
import type { Environment } from "../environment";

/** Settings that are not copied, because commands do not need them. Single sign-on is valid only with its secret. */
const NOT_NOTED = /^(STAGEDOOR_API_KEY|STAGEDOOR_ADMIN_PASSWORD|OIDC_.*)$/;

/**
 * Writes `<dataDir>/application.env.json`: the settings of the running application, from which commands find the same
 * database and object store. It contains the secrets that the launcher made, so only the owner can read it. Of a secret
 * that came from the user's environment it has only the name, and of their database the place, so that commands can
 * compare it. It is removed when the application stops.
 * @param environment the application's environment
 * @param own the environment that the launcher was given
 */
export function writeApplicationFile(
  dataDir: string,
  environment: Environment,
  own: Environment,
): void {
  const noted = SETTING_NAMES.filter((name) => !NOT_NOTED.test(name) && environment[name]);
  const withheld = SECRET_SETTING_NAMES.filter((name) => noted.includes(name) && own[name]);
  const names = noted.filter((name) => !withheld.includes(name));
  const settings = Object.fromEntries(names.map((name) => [name, environment[name]]));
  if (withheld.includes("DATABASE_URL")) {
    settings.DATABASE_URL = databasePlace(environment.DATABASE_URL ?? "");
  }
  const text = JSON.stringify({ launcher: process.pid, settings, withheld }, null, 2);
  writeFileAtomically(applicationFile(dataDir), `${text}\n`);
}

/** Does nothing if there is no such file. */
export function removeApplicationFile(dataDir: string): void {
  rmSync(applicationFile(dataDir), { force: true });
}

const applicationFile = (dataDir: string) => join(dataDir, "application.env.json");
