import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { hashFiles } from "@/embedded/launcher/build/ensure-built";

const SOURCE = /\.(js|mjs|ts|json)$/;
const GENERATED = "next-env.d.ts";

/** Hashes a small Next application with SHA-256: the files in its folder and under `app`, and its package lock. */
export async function hashApplication(root: string, folder: string, lock: string): Promise<string> {
  const [top, below] = await Promise.all([
    readdir(join(root, folder)),
    readdir(join(root, folder, "app"), { recursive: true }),
  ]);
  const paths = [...top, ...below.map((path) => join("app", path))]
    .filter((path) => SOURCE.test(path) && path !== GENERATED)
    .map((path) => join(folder, path));
  return hashFiles(root, [lock, ...paths.sort()]);
}
