import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTING_NAMES } from "@/lib/env/read-settings";
import { CURRENT_PAGES, codeSpans, tableOf } from "./documents.fixture";

const examples = [...readFileSync(".env.example", "utf8").matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(
  ([, name = "", value = ""]) => ({ name, value }),
);

test("every setting is in .env.example, which contains nothing else", () => {
  expect(examples.map(({ name }) => name).sort()).toEqual([...SETTING_NAMES].sort());
});

const rows = tableOf("docs/operations.md", "Setting", "Default").rows.filter(
  ([name = ""]) => !name.startsWith("**"),
);

test("every setting is in the table of docs/operations.md once, and the table contains nothing else", () => {
  expect(rows.map(([name]) => name).sort()).toEqual(
    SETTING_NAMES.map((name) => `\`${name}\``).sort(),
  );
});

test("the table shows the same defaults as .env.example", () => {
  const settings = Object.fromEntries(rows.map(([name = "", value]) => [name.slice(1, -1), value]));
  const expected = examples.filter(({ value }) => value !== "");
  expect(expected.map(({ name }) => ({ name, value: settings[name] }))).toEqual(expected);
});

/** Names of the same form that are not settings of the product. */
const OTHERS = [
  "STAGEDOOR_URL",
  "SVIX_URL",
  "SVIX_TOKEN",
  "SVIX_PID",
  "SKIP_LOCKED",
  "SCREAMING_SNAKE",
  "AWS_CA_BUNDLE",
  "NODE_ENV",
  "NODE_OPTIONS",
];

test.each(CURRENT_PAGES)("every setting named in $file exists", ({ text }) => {
  const named = codeSpans(text).flatMap((span) => {
    const [, name] = /^([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?:=|$)/.exec(span) ?? [];
    return name === undefined || OTHERS.includes(name) ? [] : [name];
  });
  expect(named.filter((name) => !SETTING_NAMES.some((known) => known === name))).toEqual([]);
});
