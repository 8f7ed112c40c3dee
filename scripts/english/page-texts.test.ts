import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPageTexts } from "./find-page-texts";

const TEXTS = join("components", "texts");

const filesOf = (room: string, pattern: RegExp) =>
  readdirSync(room, { recursive: true, encoding: "utf8" })
    .map((file) => join(room, file))
    .filter((file) => pattern.test(file) && !/\.test\.|\.fixture\./.test(file));

const pages = [...filesOf("app", /\.tsx$/), ...filesOf("components", /\.tsx?$/)].filter(
  (file) => !file.startsWith(TEXTS),
);

test("every piece of text on a page is in components/texts", () => {
  const found = pages.flatMap((file) =>
    findPageTexts(file, readFileSync(file, "utf8")).map(
      ({ line, text }) => `${file}:${line}: ${text}`,
    ),
  );
  expect(pages.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test("no text on a page has a space before an ellipsis or a percent sign", () => {
  const spaced = filesOf(TEXTS, /\.ts$/).flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /[\w}] …|[\d}] %/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(spaced).toEqual([]);
});

describe("a planted text is found", () => {
  test.each([
    ["as JSX text", "const a = <p>Hello</p>;", "Hello"],
    ["in braces", 'const a = <p>{"Hello"}</p>;', "Hello"],
    ["in a conditional expression", 'const a = <p>{isLate ? "late" : NAME}</p>;', "late"],
    ["after a condition", 'const a = <p>{isLate && ("late")}</p>;', "late"],
    ["in a template", `const a = <p>{\`of \${name}\`}</p>;`, "of 0"],
    ["as an accessible name", 'const a = <nav aria-label="Main" />;', "Main"],
    ["as an accessible name in braces", `const a = <nav aria-label={\`To \${name}\`} />;`, "To 0"],
    ["as a placeholder", 'const a = <input placeholder="name" />;', "name"],
    ["as the text of an image", 'const a = <img alt="A curtain" />;', "A curtain"],
    ["as a component's label", 'const a = <Region label={isLate ? "late" : NAME} />;', "late"],
    ["as the title of a page", 'export const metadata = { title: "Guide" };', "Guide"],
    ["as a sentence in a constant", 'const HINT = "Drop files here";', "Drop files here"],
    ["as a sentence in an argument", 'show("nothing is left.");', "nothing is left."],
  ])("%s", (_where, source, text) => {
    expect(findPageTexts("page.tsx", source)).toEqual([{ line: 1, text }]);
  });

  test("with the line where it begins", () => {
    const source = 'const a = (\n  <p className="text-sm">\n    Hello\n  </p>\n);';
    expect(findPageTexts("page.tsx", source)).toEqual([{ line: 3, text: "Hello" }]);
  });
});

test.each([
  ["class names", 'const a = <p className={isLate ? "text-sm p-2" : "p-4"} />;'],
  ["a text from components/texts", "const a = <p title={TEXTS.title}>{TEXTS.help}</p>;"],
  ["punctuation between texts", "const a = <p>{first} · {second}</p>;"],
  ["an import", 'import { b } from "./b";'],
  ["a directive", '"use client";'],
  ["a condition", 'const a = <p>{state === "failed" ? TEXTS.failed : TEXTS.done}</p>;'],
  ["a URL", 'const a = <a href="/docs/api">{TEXTS.link}</a>;'],
  ["an error for developers", 'throw new Error("The script could not be loaded.");'],
  ["a comment", "// Says hello to the reader.\nconst a = 1;"],
  ["a type", 'type State = "Not started yet.";'],
])("%s is allowed in a page", (_what, source) => {
  expect(findPageTexts("page.tsx", source)).toEqual([]);
});
