import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A page that people read in the repository. */
export interface Page {
  readonly file: string;
  readonly text: string;
}

const AT_THE_ROOT = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/** Every page, decision records included. */
export const PAGES: readonly Page[] = [
  ...AT_THE_ROOT.filter((file) => existsSync(file)),
  ...["docs", "embedded"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => join(folder, file)),
  ),
].map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** The pages of today: records and lists of the past keep the names that things had. */
export const CURRENT_PAGES = PAGES.filter(
  ({ file }) => !file.startsWith("docs/decisions/") && file !== "CHANGELOG.md",
);

/** One page. @throws when there is none */
export function pageOf(file: string): string {
  const page = PAGES.find((each) => each.file === file);
  if (!page) throw new Error(`There is no page ${file}.`);
  return page.text;
}

/** What stands between backticks within a line, outside of blocks. */
export const codeSpans = (text: string) =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);

/** The page without its blocks of code. */
export const withoutBlocks = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, "");

/** The languages of what people type. */
export const SHELL = ["sh", "bash"] as const;

/** Each block of code in one of these languages. */
export const blocksOf = (text: string, languages: readonly string[]) =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, language = ""]) => languages.includes(language))
    .map(([, , block = ""]) => block);

/** A table: its heading row and its rows, cell by cell. */
export interface Table {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** All tables, in the order of the page. */
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

/** The table below a heading row that begins with these cells. @throws when there is none */
export function tableOf(file: string, ...heading: readonly string[]): Table {
  const found = tablesOf(pageOf(file)).find((table) =>
    heading.every((cell, index) => table.heading[index] === cell),
  );
  if (!found) throw new Error(`${file} has no table ${heading.join(" | ")}.`);
  return found;
}
