import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A page of documentation in the repository. */
export interface Page {
  readonly file: string;
  readonly text: string;
}

const AT_THE_ROOT = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/** Every page, decision records included. */
export const PAGES: readonly Page[] = [
  ...AT_THE_ROOT.filter((file) => existsSync(file)),
  ...["docs", "embedded", "packages"].flatMap((directory) =>
    readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => join(directory, file)),
  ),
].map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** The pages about the current version. Decision records and the changelog keep old names. */
export const CURRENT_PAGES = PAGES.filter(
  ({ file }) => !file.startsWith("docs/decisions/") && file !== "CHANGELOG.md",
);

/** Returns the text of a page. @throws Error if there is no such page */
export function pageOf(file: string): string {
  const page = PAGES.find((each) => each.file === file);
  if (!page) throw new Error(`There is no page ${file}.`);
  return page.text;
}

/** Returns the text between backticks within a line, outside of code blocks. */
export const codeSpans = (text: string) =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);

/** Returns the page without its code blocks. */
export const withoutBlocks = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, "");

/** The languages of blocks that people type. */
export const SHELL = ["sh", "bash"] as const;

/** Returns each code block in one of these languages. */
export const blocksOf = (text: string, languages: readonly string[]) =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, language = ""]) => languages.includes(language))
    .map(([, , block = ""]) => block);

/** A table, with the cells of its heading row and of its other rows. */
export interface Table {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns all tables, in the order of the page. */
export function tablesOf(text: string): Table[] {
  const tables = withoutBlocks(text).matchAll(/(?:^\|.*\|$\n?)+/gm);
  return [...tables].map(([lines]) => {
    const [heading = [], , ...rows] = lines.trimEnd().split("\n").map(cellsOf);
    return { heading, rows };
  });
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());

/** Returns the table whose heading row begins with these cells. @throws Error if there is no such table */
export function tableOf(file: string, ...heading: readonly string[]): Table {
  const found = tablesOf(pageOf(file)).find((table) =>
    heading.every((cell, index) => table.heading[index] === cell),
  );
  if (!found) throw new Error(`${file} has no table ${heading.join(" | ")}.`);
  return found;
}
