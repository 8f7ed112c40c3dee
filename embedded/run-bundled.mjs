// Runs a program in TypeScript without a loader: `node embedded/run-bundled.mjs <file>`, from the folder of a checkout.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** Packages are found from here, as from the checkout. A new installation starts with an empty folder. */
const FOLDER = "node_modules/.cache/stagedoor/programs";

// tsx keeps 33 MB for as long as a program runs; its own esbuild makes one file of the program in a tenth of a second.
const require = createRequire(import.meta.url);
const { buildSync } = createRequire(require.resolve("tsx"))("esbuild");

await import(pathToFileURL(bundle(process.argv[2] ?? "")).href);

/** The name has the content in it, so that programs of several starts and checkouts never see each other's. */
function bundle(file) {
  const { text } = buildSync({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  }).outputFiles[0];
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const made = resolve(FOLDER, `${basename(dirname(file))}-${hash}.mjs`);
  if (existsSync(made)) return made;
  mkdirSync(FOLDER, { recursive: true });
  const unfinished = join(FOLDER, randomUUID());
  writeFileSync(unfinished, text);
  renameSync(unfinished, made);
  return made;
}
