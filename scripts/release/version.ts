import { readFile, writeFile } from "node:fs/promises";
import { releaseChangelog } from "./release-changelog";

/**
 * Run by `npm version` after it has written package.json and the lock file, and before it commits them together with the
 * changelog.
 */
async function main(): Promise<void> {
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  const today = new Date().toISOString().slice(0, 10);
  const changelog = await readFile("CHANGELOG.md", "utf8");
  await writeFile("CHANGELOG.md", releaseChangelog(changelog, version, today));
}

await main();
