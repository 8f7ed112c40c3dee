import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findRuledOutPhrases } from "./find-ruled-out-phrases";

const ROOMS = [
  "app",
  "bench",
  "cli",
  "components",
  "docs",
  "e2e",
  "embedded",
  "inngest",
  "lib",
  "packages",
  "prisma",
  "quality",
  "scripts",
  "processor",
  "testing",
];
const SINGLE_FILES = ["README.md", "CONTRIBUTING.md", ".env.example"];

const READ = /\.(?:[cm]?[jt]s|tsx|md|py|sh)$/;

/**
 * The files that are not read: generated and installed code, decision records, which are superseded but never edited, and
 * the files that contain the phrases.
 */
const NOT_READ = /^scripts\/english\/|\/generated\/|\/node_modules\/|\/\.next\/|^docs\/decisions\//;

const files = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => join(room, file)),
).filter((file) => READ.test(file) && !NOT_READ.test(file));

const hits = [...SINGLE_FILES, ...files].flatMap((file) =>
  findRuledOutPhrases(file, readFileSync(file, "utf8")).map(
    ({ line, found, name, instead }) =>
      `${file}:${line}: “${found}” (${name}); write instead: ${instead}`,
  ),
);

process.stdout.write(hits.map((hit) => `${hit}\n`).join(""));
process.stdout.write(`${files.length} files read, ${hits.length} ruled-out phrases found.\n`);
process.exitCode = hits.length > 0 ? 1 : 0;
