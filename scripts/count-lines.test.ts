import { describe, expect, test } from "vitest";
import { countLines, roomOf, shapeOf } from "./count-lines";

describe("lines of code", () => {
  test.each([
    ["a statement", "const a = 1;", 1],
    ["blank lines and comments", "// why\n\n/* more\n   of it */\nconst a = 1;\n", 1],
    ["a docstring", "/**\n * Says\n */\nexport const a = 1;\n", 1],
    ["a comment after code", "const a = 1; // why\n", 1],
    ["a statement on several lines", "call(\n  1,\n\n  2,\n);\n", 4],
    ["a string on several lines", "const a = `one\n\n// two\n`;\n", 3],
    ["a slash in a string", 'const a = "/*";\nconst b = 1;\n', 2],
    ["markup with a comment", "const a = (\n  <p>\n    {/* why */}\n    text\n  </p>\n);\n", 6],
  ])("are counted for %s", (_what, text, lines) => {
    expect(countLines("a.tsx", text)).toBe(lines);
  });

  test.each([
    ["lib/documents/rules/status.ts", "lib/documents"],
    ["app/container.ts", "app"],
    ["instrumentation.ts", "."],
  ])("in %s belong to %s", (path, room) => {
    expect(roomOf(path)).toBe(room);
  });
});

test("the shape counts small files and files alone in their folder, and names those that Next prescribes", () => {
  const files = new Map([
    ["app/login/page.tsx", "export default 1;\n"],
    ["app/api/assets/route.ts", "export const a = 1;\n".repeat(31)],
    ["app/load-page.ts", "export const a = 1;\n"],
    ["lib/assets/ports.ts", "export const a = 1;\n".repeat(31)],
    ["lib/assets/rules/asset.ts", "export const a = 1;\n".repeat(30)],
    ["lib/documents/rules/status.ts", "export const a = 1;\n".repeat(31)],
    ["lib/documents/rules/move.ts", "export const a = 1;\n"],
  ]);
  const shape = { files: 7, smallFiles: 4, smallFilesOfNext: 1, lonelyFiles: 1 };
  expect(shapeOf(files)).toEqual(shape);
});
