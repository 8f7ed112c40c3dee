import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandError } from "../command/command-error";
import type { LocalFile } from "../external-system/local-file";

const require = createRequire(import.meta.url);

/** A real file that somebody else made. */
export interface Sample extends LocalFile {
  readonly name: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Test files of development dependencies, PDF first. Only their folders are named: new files join without a change here. */
const COLLECTIONS = [
  { of: () => require.resolve("pdf-parse/package.json"), folder: "test/data", extension: ".pdf" },
  {
    of: () => require.resolve("mammoth/package.json"),
    folder: "test/test-data",
    extension: ".docx",
  },
];

/** All samples. @throws CommandError when the development dependencies are not installed */
export async function findSamples(): Promise<Sample[]> {
  try {
    const paths = await Promise.all(
      COLLECTIONS.map(async ({ of, folder, extension }) => {
        const path = join(dirname(of()), folder);
        const names = (await readdir(path)).filter((name) => name.endsWith(extension)).sort();
        return names.map((name) => ({ name, path: join(path, name) }));
      }),
    );
    return await Promise.all(paths.flat().map(readSample));
  } catch (cause) {
    throw new CommandError(
      "The sample files of the development dependencies are missing: run npm install first.",
      { cause },
    );
  }
}

async function readSample({ name, path }: { name: string; path: string }): Promise<Sample> {
  const bytes = await readFile(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path, name, sizeBytes: bytes.length, sha256 };
}
