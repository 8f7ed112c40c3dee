// Runs a TypeScript program without a loader: `node embedded/run-bundled.mjs <file> [arguments]`, in the folder of a
// checkout.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
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

/** The name contains a hash of the content, so that several starts and checkouts never use each other's programs. */
async function bundle(file) {
  const built = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
    plugins: [ownUrls],
  });
  const { text } = built.outputFiles[0];
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const bundle = resolve(DIRECTORY, `${basename(dirname(file))}-${hash}.mjs`);
  if (existsSync(bundle)) return bundle;
  mkdirSync(DIRECTORY, { recursive: true });
  const unfinished = join(DIRECTORY, randomUUID());
  writeFileSync(unfinished, text);
  renameSync(unfinished, bundle);
  return bundle;
}
