import { describe, expect, test } from "vitest";
import { findRuledOutPhrases } from "./find-ruled-out-phrases";
import { RULED_OUT_PHRASES } from "./ruled-out-phrases";

const namesIn = (text: string) => findRuledOutPhrases("README.md", text).map(({ name }) => name);

/** A sentence with the phrase, and a similar but harmless sentence. */
const PLANTED = [
  ["hear of", "The receiver hears of every step.", "A screen reader hears often."],
  ["is told of it", "Nobody is told of the changes.", "The story is told often."],
  ["that of", "Its cursor is that of the API.", "A client that offers HTTP/2 is answered."],
  ["is none that", "Status 7 is none that you can set.", "There is none. That is fine."],
  ["anew", "The page is read anew.", "Get a new secret from the renewal page."],
  ["of before", "The secret of before works.", "The day before, half of the files came."],
  ["also this one", "Every session ends, also this one.", "This one also ends."],
  ["also while", "It answers, also while it fails.", "It also answers while it fails."],
  ["by itself", "It is removed by itself.", "The page removes it by its id."],
  ["what waits", "It sends what waits.", "Read what the waiting room shows."],
  ["take back", "Take back from the archive.", "The backup takes an hour; come back."],
  ["take out of the list", "Take lease.pdf out of the list.", "Take care. It ran out of space."],
  ["something was not", "Exit code 1 says that something was not.", "Something was not saved."],
  ["is awaited", "The upload is awaited until noon.", "The promise that we awaited ended."],
  ["never forgotten", "A change is never forgotten.", "Never put a forgotten key back."],
  ["a browser forgets", "A browser forgets which files.", "You forgot which browser it was."],
  ["every … of yours", "Every session of yours ends.", "Use a database of your own."],
  ["Who cannot …", "Who cannot be called polls.", "Ask whoever runs it who can read it."],
  ["is not right", "The password is not right.", "The arrow is not rightmost."],
  ["capital letters count", "Capital letters count.", "We count letters and capital."],
  [", for they …", "Keep them, for they are few.", "Keep them for the few, for a day."],
  ["is no part of", "It is no part of an address.", "It is not part of it."],
  ["is none of ours", "The cursor is none of ours.", "None of ours is."],
] as const;

describe.each(PLANTED)("%s", (name, planted, harmless) => {
  test("is found", () => expect(namesIn(planted)).toEqual([name]));
  test("is not found in a similar sentence", () => expect(namesIn(harmless)).toEqual([]));
});

test("every ruled-out phrase is tested here", () => {
  expect(PLANTED.map(([name]) => name)).toEqual(RULED_OUT_PHRASES.map(({ name }) => name));
});

test("a question may start with the word who", () => {
  expect(namesIn("Who can change a status? See the table.")).toEqual([]);
});

test("a phrase that is broken across two lines is found at its first line", () => {
  const source = "/**\n * Keeps the secret of\n * before.\n */\nexport const a = 1;\n";
  expect(findRuledOutPhrases("a.ts", source)).toEqual([
    { line: 2, name: "of before", found: "of * before", instead: "previous" },
  ]);
});

describe("in code", () => {
  test.each([
    ["a string", 'const a = "Read anew.";'],
    ["a template", `const a = \`\${b} is read anew\`;`],
    ["the middle of a template", `const a = \`\${b} anew \${c}\`;`],
    ["JSX text", "const a = <p>Read anew</p>;"],
    ["a docstring", "/** Reads anew. */\nconst a = 1;"],
    ["a comment", "// Reads anew.\nconst a = 1;"],
    ["a comment at the end", "const a = 1;\n// Reads anew."],
  ])("%s is checked", (_where, source) => {
    expect(findRuledOutPhrases("a.tsx", source).map(({ name }) => name)).toEqual(["anew"]);
  });

  test.each([
    ["a name", "const anew = 1;"],
    ["a regular expression", "const a = /anew/;"],
  ])("%s is not checked", (_where, source) => {
    expect(findRuledOutPhrases("a.ts", source)).toEqual([]);
  });
});
