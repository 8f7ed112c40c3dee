import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";

const CODE = /\.(ts|tsx|mjs)$/;
/** The files that are not counted: packages, tests, everything that runs or supports tests, benchmarks, and generated code. */
const NOT_COUNTED =
  /\.(test|spec|contract|fixture)\.tsx?$|-under-test\.ts$|(^|\/)testing\/|^(e2e|bench|quality|packages)\/|\/(conformance|generated)\//;

/** What is counted apart: the benchmarks without the programs that they are compared with, and the generated documents. */
const COUNTED_APART = /^(bench\/(?!peers\/)|quality\/)(?!.*\.test\.ts$)/;

/** Counts the lines of code in a file, without blank lines and lines that contain only comments. */
export function countLines(file: string, text: string): number {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source).filter(({ kind }) => !isDocumentation(kind));
    if (children.length > 0) {
      for (const child of children) visit(child);
      return;
    }
    const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
    for (let line = lineAt(node.getStart(source)); line <= lineAt(node.end); line += 1) {
      if (node.end > node.getStart(source)) lines.add(line);
    }
  };
  visit(source);
  const all = text.split("\n");
  return [...lines].filter((line) => all[line]?.trim()).length;
}

const isDocumentation = (kind: ts.SyntaxKind) =>
  kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode;

/** Returns the room of a path: a top-level folder or, if that folder is large, one of its subfolders. */
export function roomOf(path: string): string {
  const directories = path.split("/").slice(0, -1);
  return directories.slice(0, 2).join("/") || ".";
}

/** Files whose names Next prescribes. */
const OF_NEXT =
  /^app\/(?!serving\/)(?:.*\/)?(page|layout|route|not-found|error|global-error|loading|icon|robots|manifest)\.tsx?$/;

/** What shows whether a reader has to open many small files. */
export interface Shape {
  readonly files: number;
  /** Files of at most 30 lines, with comments and blank lines. */
  readonly smallFiles: number;
  /** Of these, the ones whose names Next prescribes. */
  readonly smallFilesOfNext: number;
  /** Folders with a single file and no other folder, unless Next prescribes the file's name. */
  readonly lonelyFiles: number;
}

/** Computes the shape of files, given as paths and texts. */
export function shapeOf(files: ReadonlyMap<string, string>): Shape {
  const small = [...files].filter(([, text]) => text.trimEnd().split("\n").length <= 30);
  const paths = [...files.keys()];
  const lonely = paths.filter(
    (path) =>
      !OF_NEXT.test(path) &&
      paths.filter((other) => other.startsWith(`${dirname(path)}/`)).length === 1,
  );
  return {
    files: files.size,
    smallFiles: small.length,
    smallFilesOfNext: small.filter(([path]) => OF_NEXT.test(path)).length,
    lonelyFiles: lonely.length,
  };
}

function main(checkout: string): void {
  const files = execFileSync("git", ["ls-files"], { cwd: checkout, encoding: "utf8" });
  const code = files.split("\n").filter((path) => CODE.test(path));
  const print = (paths: readonly string[], total: string) => {
    const perRoom = new Map<string, number>();
    for (const path of paths) {
      const lines = countLines(path, readFileSync(join(checkout, path), "utf8"));
      perRoom.set(roomOf(path), (perRoom.get(roomOf(path)) ?? 0) + lines);
    }
    const rows = [...perRoom].sort(([a], [b]) => a.localeCompare(b));
    const sum = rows.reduce((all, [, lines]) => all + lines, 0);
    for (const [room, lines] of [...rows, [total, sum] as const])
      process.stdout.write(`${String(lines).padStart(6)}  ${room}\n`);
  };
  const counted = code.filter((path) => !NOT_COUNTED.test(path));
  const apart = code.filter((path) => COUNTED_APART.test(path));
  print(counted, "in all");
  const textOf = (path: string) => readFileSync(join(checkout, path), "utf8");
  const shape = shapeOf(new Map(counted.map((path) => [path, textOf(path)])));
  const { files: count, smallFiles, smallFilesOfNext, lonelyFiles } = shape;
  process.stdout.write(
    `${count} files, ${smallFiles} of at most 30 lines (${smallFilesOfNext} named by Next), ${lonelyFiles} alone in their folder\n\n`,
  );
  for (const room of ["bench", "quality"]) {
    const own = apart.filter((path) => path.startsWith(`${room}/`));
    print(own, `in all, ${room}`);
  }
}

if (process.argv[1] === import.meta.filename) main(resolve(process.argv[2] ?? "."));
