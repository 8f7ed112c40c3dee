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

/** Test files of development dependencies; only their folders are named, so that new ones join by themselves. */
const COLLECTIONS = [
  {
    findManifest: () => require.resolve("pdf-parse/package.json"),
    folder: "test/data",
    extension: ".pdf",
  },
  {
    findManifest: () => require.resolve("mammoth/package.json"),
    folder: "test/test-data",
    extension: ".docx",
  },
] as const;

/** All samples, PDF first. @throws CommandError when the development dependencies are not installed */
export async function findSamples(): Promise<Sample[]> {
  const collections = await Promise.all(COLLECTIONS.map(findCollection));
  return collections.flat();
}

async function findCollection(collection: (typeof COLLECTIONS)[number]): Promise<Sample[]> {
  const { findManifest, folder, extension } = collection;
  try {
    const path = join(dirname(findManifest()), folder);
    const names = (await readdir(path)).filter((name) => name.endsWith(extension)).sort();
    return await Promise.all(names.map((name) => readSample(join(path, name), name)));
  } catch (cause) {
    throw new CommandError(
      `The sample ${extension} files of the development dependencies are missing: run npm install first.`,
      { cause },
    );
  }
}

async function readSample(path: string, name: string): Promise<Sample> {
  const bytes = await readFile(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path, name, sizeBytes: bytes.length, sha256 };
}
