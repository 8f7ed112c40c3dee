const UNRELEASED = "## [Unreleased]";
const NEXT_HEADING = /^## \[/m;

/**
 * Returns the changelog with the entries under "Unreleased" moved to a new version, with `date` as YYYY-MM-DD.
 * @throws Error if there are no entries or the version already exists, because a release must tell readers what has
 * changed
 */
export function releaseChangelog(text: string, version: string, date: string): string {
  const [before, after, ...more] = text.split(`${UNRELEASED}\n`);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`CHANGELOG.md needs the heading "${UNRELEASED}" once.`);
  }
  if (text.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md already has ${version}.`);
  const end = after.search(NEXT_HEADING);
  const changes = (end === -1 ? after : after.slice(0, end)).trim();
  if (changes === "") {
    throw new Error(`CHANGELOG.md has nothing under "${UNRELEASED}". Write what has changed.`);
  }
  return `${before}${UNRELEASED}\n\n## [${version}] - ${date}\n${after}`;
}
