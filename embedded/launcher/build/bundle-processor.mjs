// Bundles the program that reads untrusted files into one file, and copies the data that it may read next to it.
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const [, , file] = process.argv;
const directory = dirname(join(root, file));

mkdirSync(directory, { recursive: true });
for (const data of ["cmaps", "standard_fonts"]) {
  cpSync(join(root, "node_modules/pdfjs-dist", data), join(directory, data), { recursive: true });
}
await build({
  absWorkingDir: root,
  entryPoints: ["processor/main.ts"],
  outfile: join(root, file),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // A bundle of half the size loads in half the time.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  // Packages in the older module format load Node's own modules with `require`.
  banner: {
    js: 'import { createRequire as createRequireOfProcessor } from "node:module";const require = createRequireOfProcessor(import.meta.url);',
  },
  logLevel: "error",
});
