// Runs a TypeScript program without a loader: `node embedded/run-bundled.mjs <file> [arguments]`, in the folder of a
// checkout.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** Packages resolve from here as they do from the checkout. A new installation starts with an empty folder. */
const DIRECTORY = "node_modules/.cache/stagedoor/programs";

// tsx takes 33 MB for as long as a program runs, whereas its own esbuild bundles the program in a tenth of a second.
const require = createRequire(import.meta.url);
const { build, stop } = createRequire(require.resolve("tsx"))("esbuild");

/** A file finds its neighbours by its location in the checkout, not by the location of the bundle. */
const ownUrls = {
  name: "own-urls",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const contents = await readFile(path, "utf8");
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: contents.replaceAll("import.meta.url", url), loader: "ts" };
    }),
};

const program = await bundle(process.argv[2] ?? "");
// Puts the arguments where every program expects them.
process.argv.splice(1, 2, program);
// esbuild would otherwise keep an 8 MB process running.
await stop();
await import(pathToFileURL(program).href);

/**
 * The name contains a hash of the content, so that several starts and checkouts never use each other's programs. What a
 * program imports dynamically is a file of its own, so that its packages load only when they are needed.
 */
async function bundle(file) {
  const built = await build({
    entryPoints: { main: file },
    outdir: resolve(DIRECTORY),
    chunkNames: "[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    write: false,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
    plugins: [ownUrls],
  });
  const hash = createHash("sha256");
  for (const { path, contents } of built.outputFiles) hash.update(path).update(contents);
  const name = `${basename(dirname(file))}-${hash.digest("hex").slice(0, 16)}`;
  const program = resolve(DIRECTORY, name);
  if (!existsSync(program)) writeWhole(program, built.outputFiles);
  return join(program, "main.mjs");
}

/** Another process may write the same folder at the same time, and nobody may load a part of it. */
function writeWhole(directory, files) {
  const unfinished = resolve(DIRECTORY, randomUUID());
  mkdirSync(unfinished, { recursive: true });
  for (const { path, contents } of files) writeFileSync(join(unfinished, basename(path)), contents);
  try {
    renameSync(unfinished, directory);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(directory)) throw error;
  }
}
