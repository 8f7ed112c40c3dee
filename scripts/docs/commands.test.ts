import { expect, test } from "vitest";
import type { Program } from "@/cli/command/command";
import { readCommandLine } from "@/cli/command/run-program";
import { API_KEY } from "@/cli/commands/api-key-commands";
import { AUDIT } from "@/cli/commands/audit-commands";
import { ENGINE } from "@/cli/commands/engine-commands";
import { PROCESSING } from "@/cli/commands/processing-commands";
import { SWEEP } from "@/cli/commands/sweep-commands";
import { USER } from "@/cli/commands/user-commands";
import { WEBHOOK_SECRET } from "@/cli/commands/webhook-secret-commands";
import { DEMO } from "@/cli/demo/demo-commands";
import { UPLOAD } from "@/cli/upload/upload-commands";
import packageJson from "@/package.json" with { type: "json" };
import { blocksOf, CURRENT_PAGES, codeSpans, PAGES, pageOf, SHELL } from "./documents.fixture";

const PROGRAMS: readonly Program[] = [
  API_KEY,
  AUDIT,
  DEMO,
  ENGINE,
  PROCESSING,
  SWEEP,
  UPLOAD,
  USER,
  WEBHOOK_SECRET,
];

test.each(PAGES)("every npm command in $file is in package.json", ({ text }) => {
  const commands = [...text.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)];
  const unknown = commands
    .map(([, script, short]) => script ?? short ?? "")
    .filter((name) => !(name in packageJson.scripts));
  expect(unknown).toEqual([]);
});

test("every script in package.json is in the documentation", () => {
  const text = CURRENT_PAGES.map((page) => page.text).join("\n");
  const isNamed = (name: string) => new RegExp(`\\bnpm (?:run )?${name}(?![\\w:-])`).test(text);
  expect(Object.keys(packageJson.scripts).filter((name) => !isNamed(name))).toEqual([]);
});

/** Returns the words of a command. Each placeholder becomes one word; comments, pipes and redirections are removed. */
function wordsOf(line: string): string[] {
  const typed = line.replace(/ #.*$/, "").replace(/ [>|].*$/, "");
  const words = typed.replaceAll(/<[^>]*>/g, "given").match(/"[^"]*"|\S+/g) ?? [];
  return words.map((word) => word.replaceAll('"', ""));
}

const calls = CURRENT_PAGES.flatMap(({ file, text }) =>
  [...blocksOf(text, SHELL).flatMap((block) => block.split("\n")), ...codeSpans(text)]
    .filter((line) => /^npm run [\w-]+ -- /.test(line) && !line.includes("--help"))
    .map((line) => ({ file, line })),
);
const ours = calls.flatMap(({ file, line }) => {
  const program = PROGRAMS.find(({ name }) => line.startsWith(`npm run ${name} `));
  return program ? [{ file, line, program }] : [];
});

test.each(ours)("$file: `$line` is a valid command with valid options", ({ line, program }) => {
  const [, , , , ...words] = wordsOf(line);
  expect(() => readCommandLine(program, words)).not.toThrow();
});

test("a command with an unknown option is detected", () => {
  const [, , , , ...words] = wordsOf("npm run user -- role <email> --role reader --now # at once");
  expect(words).toEqual(["role", "given", "--role", "reader", "--now"]);
  expect(() => readCommandLine(USER, words)).toThrow();
});

const all = PROGRAMS.flatMap(({ name, commands }) =>
  Object.keys(commands).map((word) => `npm run ${name}${word === "" ? "" : ` -- ${word}`}`),
);

test.each(all)("docs/cli.md shows `%s`", (command) => {
  expect(pageOf("docs/cli.md").split("\n")).toContainEqual(
    expect.stringMatching(new RegExp(`^${command}(?: |$)`)),
  );
});
