import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StagedDocumentRecord } from "@/lib/client/answers";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { temporaryRoot } from "@/testing/temporary-root";
import { openJournalReader } from "../crash/journal-reader";
import { chooseProductPlace, type Product, type ProductPlace, startProduct } from "../product";
import { runCommand } from "../run-command";
import { startStaleUrlProxy } from "./stale-url-proxy";

const SIZE_MAX_BYTES = 2_000_000;

let folder: string;
let place: ProductPlace;
let product: Product;

beforeAll(async () => {
  folder = await mkdtemp(join(temporaryRoot(), "stagedoor-upload-"));
  place = await chooseProductPlace({ dataDir: join(folder, "data") });
  const { PORT = "", OBJECT_STORE_PORT = "" } = place.env;
  const UPLOAD_SIZE_MAX_BYTES = String(SIZE_MAX_BYTES);
  const env = { PORT, OBJECT_STORE_PORT, UPLOAD_SIZE_MAX_BYTES };
  product = await startProduct({ dataDir: place.dataDir, env });
});

afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("a folder", () => {
  test("is uploaded completely, skipped files are listed, and a second run uploads nothing", async () => {
    const { files, journal } = await prepare("ASSET-FOLDER", {
      "a.pdf": 1_500_000,
      "sub/b.docx": 10,
      "sub/deep/a.pdf": 20,
      "sub/no-extension": 5,
      ".hidden/secret.pdf": 5,
      "sub/.hidden.pdf": 5,
    });
    const first = await upload("ASSET-FOLDER", [files], journal);

    expect(first.code, first.output).toBe(0);
    expect(first.output).toContain(`Left out: ${files}/.hidden (hidden)\n`);
    expect(first.output).toContain(`Left out: ${files}/sub/.hidden.pdf (hidden)\n`);
    expect(first.output).toContain(`Left out: ${files}/sub/no-extension (no extension)\n`);
    expect(first.output).toMatch(/ {2}\d\/3 uploaded \S+\/sub\/deep\/a\.pdf \(0\.0 kB\)\n/);
    expect(first.output).toMatch(
      /\S+\/sub\/b\.docx +0\.0 kB +uploaded +\d+\.\d\d +[0-9a-f-]{36}\n/,
    );
    expect(first.output).toMatch(/^3 files uploaded, 0 there already, 0 failed, in /m);
    expect(first.output).not.toContain(product.apiKey);
    expect(await namesAndStatuses("ASSET-FOLDER")).toEqual(["a.pdf 2", "a.pdf 2", "b.docx 2"]);

    const second = await upload("ASSET-FOLDER", [files], journal);

    expect(second.code, second.output).toBe(0);
    expect(second.output).toMatch(/^0 files uploaded, 3 there already, 0 failed, in /m);
    expect(await namesAndStatuses("ASSET-FOLDER")).toHaveLength(3);
  });

  test("is uploaded only once even if the journal is lost, but a file that has changed is uploaded again", async () => {
    const { files, journal } = await prepare("ASSET-LOST", { "a.pdf": 10, "b.pdf": 20 });
    await upload("ASSET-LOST", [files], journal);
    await rm(journal);
    const { code, output } = await upload("ASSET-LOST", [files], journal);

    expect(code, output).toBe(0);
    expect(await namesAndStatuses("ASSET-LOST")).toEqual(["a.pdf 2", "b.pdf 2"]);

    await writeFile(join(files, "a.pdf"), "another content");
    await upload("ASSET-LOST", [files], journal);
    expect(await namesAndStatuses("ASSET-LOST")).toEqual(["a.pdf 2", "a.pdf 2", "b.pdf 2"]);
  });
});

describe("an interrupted run", () => {
  test.each([3, 11, 26])(
    "that was killed with -9 after %d responses is completed by the next run, without a second document",
    async (answers) => {
      const asset = `ASSET-KILL-${answers}`;
      const { files, journal } = await prepare(asset, manyFiles(12));
      const reader = openJournalReader(journal);
      const run = runCommand(
        "upload",
        argsOf(asset, [files, "--parallel", "3"], journal),
        place.env,
      );
      const signal = AbortSignal.timeout(60_000);
      expect(await reader.untilAnswers(answers, signal)).toBe(true);
      run.kill();
      await run.exited;
      reader.close();
      const statuses = await namesAndStatuses(asset);
      const { code, output } = await upload(asset, [files], journal);

      expect(statuses.filter((line) => line.endsWith(" 2")).length).toBeLessThan(12);
      expect(code, output).toBe(0);
      expect(output).toContain(" 0 failed, in ");
      expect(await namesAndStatuses(asset)).toEqual(
        Object.keys(manyFiles(12)).map((name) => `${name} 2`),
      );
    },
  );

  test("that was stopped with Ctrl-C says how to continue, and a truncated line in the journal does no harm", async () => {
    const { files, journal } = await prepare("ASSET-INT", manyFiles(12));
    const reader = openJournalReader(journal);
    const run = runCommand("upload", argsOf("ASSET-INT", [files], journal), place.env);
    await reader.untilAnswers(4, AbortSignal.timeout(60_000));
    run.kill("SIGINT");
    const code = await run.exited;
    reader.close();

    expect(code, run.output()).toBe(1);
    expect(run.output()).toMatch(/^Interrupted: \d+ not finished\. Run the same command again/m);
    expect(run.output()).toContain(journal);

    await writeFile(journal, (await readFile(journal, "utf8")).slice(0, -20));
    const next = await upload("ASSET-INT", [files], journal);
    expect(next.code, next.output).toBe(0);
    expect(await namesAndStatuses("ASSET-INT")).toHaveLength(12);
  });
});

test("an expired URL is renewed", async () => {
  const proxy = await startStaleUrlProxy(product);
  const { files, journal } = await prepare("ASSET-STALE", { "a.pdf": 1_000_000 });
  const { code, output } = await upload("ASSET-STALE", [files, "--url", proxy.url], journal);
  proxy.close();

  expect(code, output).toBe(0);
  expect(proxy.calls.map((call) => call.replace(/[0-9a-f-]{36}/, "{uuid}")).slice(1)).toEqual([
    "POST /external-api/staged-documents",
    "POST /external-api/staged-documents/{uuid}/upload-url",
    "PUT /external-api/staged-documents/{uuid}",
  ]);
  expect(await namesAndStatuses("ASSET-STALE")).toEqual(["a.pdf 2"]);
});

describe("bad files among good ones", () => {
  test("fail with one sentence each and do not stop the others; the next run retries them", async () => {
    const { files, journal } = await prepare("ASSET-BAD", {
      "empty.pdf": 0,
      "large.pdf": SIZE_MAX_BYTES + 1,
      "good.pdf": 10,
      "with\u202ebidi.pdf": 10,
    });
    const { code, output } = await upload("ASSET-BAD", [files, "--parallel", "1"], journal);

    expect(code).toBe(1);
    expect(output).toContain("/empty.pdf: The file is empty.\n");
    expect(output).toContain(
      "/large.pdf: The object store rejected the upload (400 EntityTooLarge).\n",
    );
    expect(output).toMatch(/bidi\.pdf: The file name .+\.\n/);
    expect(output).toMatch(/^1 file uploaded, 0 there already, 3 failed, in /m);
    expect(await namesAndStatuses("ASSET-BAD")).toEqual(["good.pdf 2", "large.pdf 6"]);

    await writeFile(join(files, "empty.pdf"), "full");
    await rm(join(files, "with\u202ebidi.pdf"));
    const next = await upload("ASSET-BAD", [files], journal);
    expect(next.output).toMatch(/^1 file uploaded, 1 there already, 1 failed, in /m);
  });
});

describe("a command that cannot start", () => {
  test.each([
    [[], /^Usage: npm run upload -- .+\n$/],
    [["ASSET"], /^Usage: npm run upload -- .+\n$/],
    [["ASSET", "README.md", "--fast"], /^Usage: npm run upload -- .+\n$/],
    [["ASSET", "not-there"], /^The file or folder not-there does not exist\.\n$/],
    [["ASSET", "README.md", "--parallel", "0"], /^The option --parallel must be .+\n$/],
    [["A\u0007", "README.md"], /^The asset identifier .+\n$/],
    [["ASSET", "README.md", "--url", "ftp://a"], /^The option --url takes .+\n$/],
    [["ASSET", "README.md", "--key-file", "/not/there"], /^The key file .+\n$/],
  ])("exits with 2 for the arguments %j", async (args, sentence) => {
    const run = runCommand("upload", args, place.env);

    expect(await run.exited).toBe(2);
    expect(run.output()).toMatch(sentence);
  });

  test("exits with 1 if nothing responds, the key is rejected, or the journal file is not a journal", async () => {
    const { files, journal } = await prepare("ASSET-1", { "a.pdf": 1 });
    const nobody = await upload("ASSET-1", [files, "--url", "http://127.0.0.1:1"], journal);
    const keyFile = join(folder, "wrong-key");
    await writeFile(keyFile, "sd_wrong-but-well-formed-wrong-but-well-formed");
    const refused = await upload("ASSET-1", [files, "--key-file", keyFile], journal);
    const foreign = await upload("ASSET-1", [files], "package.json");

    expect(nobody.output).toContain("Nothing is responding at http://127.0.0.1:1. ");
    expect(refused.output).toMatch(/Stagedoor rejected the API key \(401\)\. .+\n$/);
    expect(foreign.output).toContain("package.json is not a journal of this command");
    expect([nobody.code, refused.code, foreign.code]).toEqual([1, 1, 1]);
  });
});

/** Creates a folder with files of these sizes, and a path for the journal. */
async function prepare(name: string, sizes: Readonly<Record<string, number>>) {
  const files = join(folder, name);
  for (const [path, bytes] of Object.entries(sizes)) {
    await mkdir(dirname(join(files, path)), { recursive: true });
    await writeFile(join(files, path), randomBytes(bytes));
  }
  return { files, journal: join(folder, `${name}.jsonl`) };
}

const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${10 + n}.pdf`, 300_000]));

const argsOf = (asset: string, rest: readonly string[], journal: string) => [
  asset,
  ...rest,
  "--journal",
  journal,
];

async function upload(asset: string, rest: readonly string[], journal: string) {
  const run = runCommand("upload", argsOf(asset, rest, journal), place.env);
  return { code: await run.exited, output: run.output() };
}

/** Lists all documents of an asset as `name status`, sorted. */
async function namesAndStatuses(assetIdentifier: string): Promise<string[]> {
  const found: StagedDocumentRecord[] = [];
  const client = createStagedoorClient(product);
  for await (const record of client.list({ assetIdentifier, limit: 5 })) found.push(record);
  return found.map(({ name, status }) => `${basename(name)} ${status}`).sort();
}
