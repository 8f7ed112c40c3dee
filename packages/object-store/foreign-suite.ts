import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startObjectStore } from "./server";

/** The groups of tests in the external suite (versitygw) that the store should pass. */
const GROUPS =
  "PresignedAuth Authentication PutObject GetObject HeadObject CopyObject DeleteObject ListObjects ListObjectsV2 ListObjectVersions Versioning";
const NAME = new RegExp(`\\b(?:${GROUPS.replaceAll(" ", "|")})_\\w+`, "g");
const EXPLAINED = fileURLToPath(new URL("./foreign-suite.md", import.meta.url));
const TIMEOUT_MS = 60_000;
const OUTPUT_BYTES_MAX = 10_000_000;

function run(args: readonly string[]): Promise<string> {
  const program = process.argv[2] ?? "versitygw";
  // The environment is not copied, because the program fails if AWS_CA_BUNDLE is set.
  const env: Partial<NodeJS.ProcessEnv> = {};
  const options = {
    env: env as NodeJS.ProcessEnv,
    timeout: TIMEOUT_MS,
    maxBuffer: OUTPUT_BYTES_MAX,
  };
  return new Promise((resolve, reject) => {
    execFile(program, ["test", ...args], options, (error, stdout, stderr) => {
      if (error && "code" in error && error.code === "ENOENT") reject(error);
      else resolve(stdout + stderr);
    });
  });
}

/** Runs one test against a store of its own, because a failed test leaves its bucket behind. */
async function isPassed(name: string): Promise<boolean> {
  const root = await mkdtemp(join(tmpdir(), "foreign-suite-"));
  const access = { accessKeyId: "key", secretAccessKey: "secret" };
  const store = await startObjectStore({
    ...access,
    root,
    host: "127.0.0.1",
    port: 0,
    region: "us-east-1",
    buckets: [],
    corsOrigins: [],
    publicHosts: [],
    objectSizeMaxBytes: 5 * 1024 ** 3,
    isDurable: false,
  });
  try {
    const keys = ["-a", access.accessKeyId, "-s", access.secretAccessKey];
    const text = await run([...keys, "-e", `http://127.0.0.1:${store.port}`, name, "--vs"]);
    return text.includes("PASS") && !text.includes("FAIL");
  } finally {
    await store.stop();
    await rm(root, { recursive: true, force: true });
  }
}

const names = [...new Set((await run(["--help"])).match(NAME))].toSorted();
const explained = new Set((await readFile(EXPLAINED, "utf8")).match(NAME));
const failed: string[] = [];
for (const name of names) if (!(await isPassed(name))) failed.push(name);
const surprises = [
  ...failed.filter((name) => !explained.has(name)).map((name) => `fails: ${name}`),
  ...[...explained].filter((name) => !failed.includes(name)).map((name) => `passes: ${name}`),
];
process.stdout.write(`${names.length - failed.length} of ${names.length} pass.\n`);
for (const line of surprises) process.stdout.write(`Not as foreign-suite.md says: ${line}\n`);
process.exit(surprises.length === 0 && names.length > 0 ? 0 : 1);
