const UNRELEASED = "## [Unreleased]";
const NEXT_HEADING = /^## \[/m;

/**
 * The changelog with what stood under "Unreleased" as a version of its own, `date` as YYYY-MM-DD. Throws if nothing stood there
 * or the version is there already: a release that readers learn nothing of is a mistake.
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
    throw new Error(`CHANGELOG.md says nothing under "${UNRELEASED}". Write what has changed.`);
  }
  return `${before}${UNRELEASED}\n\n## [${version}] - ${date}\n${after}`;
}
