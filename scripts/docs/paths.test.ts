import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  blocksOf,
  CURRENT_PAGES,
  codeSpans,
  PAGES,
  type Page,
  SHELL,
  withoutBlocks,
} from "./documents.fixture";

const ROOM =
  /^(app|bench|cli|components|docs|e2e|embedded|inngest|lib|packages|prisma|processor|quality|scripts|testing)\//;

const linksOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target));

/** Returns the anchors that GitHub creates from headings. */
const anchorsOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

const isBroken = (page: string) => (link: string) => {
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? page : join(dirname(page), path);
  if (!existsSync(file)) return true;
  return anchor !== undefined && !anchorsOf(readFileSync(file, "utf8")).includes(anchor);
};

test.each(PAGES)("every path and link in $file exists, including its anchor", ({ file, text }) => {
  const paths = codeSpans(text).filter((span) => ROOM.test(span) && !/[ *<…{]/.test(span));
  const missing = [
    ...paths.filter((path) => !existsSync(path)),
    ...linksOf(text).filter(isBroken(file)),
  ];
  expect(missing).toEqual([]);
});

test("a link to a page or heading that does not exist is detected", () => {
  const broken = ["nowhere.md", "operations.md#nowhere", "#nowhere"];
  const good = ["operations.md", "operations.md#settings", "#room-by-room"];
  expect([...broken, ...good].filter(isBroken("docs/architecture.md"))).toEqual([
    ...broken,
    "#room-by-room",
  ]);
});

/** Returns the parts that people type: shell blocks and code spans. */
const typedOf = ({ text }: Page) =>
  [...blocksOf(text, SHELL).flatMap((block) => block.split("\n")), ...codeSpans(text)].join("\n");

const FILE = String.raw`([\w@./-]+\.(?:[cm]?[jt]s|sh|py))`;
/**
 * Files in folders of the project are typed relative to the project; people copy all other files to a folder of their
 * own.
 */
const isOurs = (file: string) => ROOM.test(file);

test.each(CURRENT_PAGES)("every file that is run by a command in $file exists", (page) => {
  const runs = typedOf(page).matchAll(
    new RegExp(String.raw`\b(?:node|tsx|sh|python3?)(?: --\S+)* ${FILE}`, "g"),
  );
  const files = [...runs].map(([, file = ""]) => file).filter(isOurs);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

/** Programs that are not dependencies of the project; npx downloads them from the registry. */
const FOREIGN = ["inngest-cli@latest"];

test.each(CURRENT_PAGES)("every npx command in $file is installed, and its tests exist", (page) => {
  const calls = [...typedOf(page).matchAll(/\bnpx (\S+)([^\n#]*)/g)];
  const programs = calls.map(([, program = ""]) => program);
  const missing = programs.filter((name) => !existsSync(`node_modules/.bin/${name}`));
  expect(missing.filter((name) => !FOREIGN.includes(name))).toEqual([]);
  const paths = calls.flatMap(([, , rest = ""]) =>
    rest.split(" ").filter((word) => ROOM.test(word)),
  );
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test.each(readdirSync("docs/operations"))("docs/operations.md quotes %s exactly", (file) => {
  const configuration = readFileSync(join("docs/operations", file), "utf8");
  expect(readFileSync("docs/operations.md", "utf8")).toContain(`\n${configuration}\`\`\`\n`);
});
