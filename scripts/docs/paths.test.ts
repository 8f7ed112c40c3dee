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

const ROOM = /^(app|bench|cli|components|docs|e2e|embedded|inngest|lib|prisma|processor|scripts)\//;

const linksOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target));

/** As GitHub makes them from headings. */
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

test.each(PAGES)("every path and link in $file exists, with its anchor", ({ file, text }) => {
  const paths = codeSpans(text).filter((span) => ROOM.test(span) && !/[ *<…{]/.test(span));
  const missing = [
    ...paths.filter((path) => !existsSync(path)),
    ...linksOf(text).filter(isBroken(file)),
  ];
  expect(missing).toEqual([]);
});

test("a link to a page or a heading that does not exist is found", () => {
  const broken = ["nowhere.md", "operations.md#nowhere", "#nowhere"];
  const good = ["operations.md", "operations.md#settings", "#room-by-room"];
  expect([...broken, ...good].filter(isBroken("docs/architecture.md"))).toEqual([
    ...broken,
    "#room-by-room",
  ]);
});

/** What people type: blocks and spans. */
const typedOf = ({ text }: Page) =>
  [...blocksOf(text, SHELL).flatMap((block) => block.split("\n")), ...codeSpans(text)].join("\n");

const FILE = String.raw`([\w@./-]+\.(?:[cm]?[jt]s|sh|py))`;
/** Ours are typed from the project's folder; people copy the others to theirs. */
const isOurs = (file: string) => ROOM.test(file);

test.each(CURRENT_PAGES)("every file that a command in $file runs exists", (page) => {
  const runs = typedOf(page).matchAll(
    new RegExp(String.raw`\b(?:node|tsx|sh|python3?)(?: --\S+)* ${FILE}`, "g"),
  );
  const files = [...runs].map(([, file = ""]) => file).filter(isOurs);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

/** Programs that are no dependency: people get them from the registry. */
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

test.each(readdirSync("docs/operations"))("docs/operations.md quotes %s as it is", (file) => {
  const configuration = readFileSync(join("docs/operations", file), "utf8");
  expect(readFileSync("docs/operations.md", "utf8")).toContain(`\n${configuration}\`\`\`\n`);
});
