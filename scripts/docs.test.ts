import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { SETTING_NAMES } from "@/lib/env/read-settings";
import packageJson from "@/package.json" with { type: "json" };

const ROOM = /^(app|bench|cli|components|docs|e2e|embedded|inngest|lib|prisma|scripts)\//;

const documents = [
  "README.md",
  ...["docs", "embedded"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => join(folder, file)),
  ),
];

const codeSpans = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "");
const links = (text: string) =>
  [...text.matchAll(/\]\(([^)#]+)\)/g)]
    .map((match) => match[1] ?? "")
    .filter((target) => !/^https?:/.test(target));

test.each(documents)("every path and link in %s exists", (document) => {
  const text = readFileSync(document, "utf8");
  const paths = codeSpans(text).filter((span) => ROOM.test(span) && !/[ *<…{]/.test(span));
  const missing = [
    ...paths.filter((path) => !existsSync(path)),
    ...links(text).filter((target) => !existsSync(join(dirname(document), target))),
  ];
  expect(missing).toEqual([]);
});

test.each(documents)("every npm command in %s is a script", (document) => {
  const commands = [
    ...readFileSync(document, "utf8").matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g),
  ];
  const unknown = commands
    .map(([, script, short]) => script ?? short ?? "")
    .filter((name) => !(name in packageJson.scripts));
  expect(unknown).toEqual([]);
});

test("every setting is in .env.example, and nothing else is", () => {
  const named = readFileSync(".env.example", "utf8").matchAll(/^([A-Z0-9_]+)=/gm);
  expect([...named].map((match) => match[1]).sort()).toEqual([...SETTING_NAMES].sort());
});

test.each(readdirSync("docs/operations"))("docs/operations.md quotes %s as it is", (file) => {
  const configuration = readFileSync(join("docs/operations", file), "utf8");
  expect(readFileSync("docs/operations.md", "utf8")).toContain(`\n${configuration}\`\`\`\n`);
});
