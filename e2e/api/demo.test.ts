import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findSamples } from "@/cli/demo/samples";
import { temporaryRoot } from "@/testing/temporary-root";
import {
  chooseProductPlace,
  type Product,
  type ProductPlace,
  removeDataDir,
  startProduct,
} from "../product";
import { runCommand } from "../run-command";
import { type DamagingProxy, startDamagingProxy } from "./damaging-proxy";

let folder: string;
let place: ProductPlace;
let product: Product;

beforeAll(async () => {
  folder = await mkdtemp(join(temporaryRoot(), "stagedoor-demo-"));
  place = await chooseProductPlace({ dataDir: join(folder, "data") });
  const { PORT = "", OBJECT_STORE_PORT = "", EXECUTOR_PORT = "", RECEIVER_PORT = "" } = place.env;
  const env = { PORT, OBJECT_STORE_PORT, EXECUTOR_PORT, RECEIVER_PORT };
  product = await startProduct({ dataDir: place.dataDir, env });
});

afterAll(async () => {
  await product?.stop();
  await removeDataDir(place.dataDir);
  await rm(folder, { recursive: true, force: true });
});

describe("the demo with a running product", () => {
  test("uploads every sample once and downloads it again byte for byte", async () => {
    const samples = await findSamples();
    const { code, output } = await demo([]);

    expect(code, output).toBe(0);
    expect(samples.length).toBeGreaterThan(15);
    for (const { name, sha256 } of samples) {
      expect(output).toMatch(row(name, `upload_successful .*${sha256.slice(0, 12)} ok`));
    }
    expect(output).toMatch(/upload_failed \(as expected\) .*–$/m);
    expect(output).toContain(
      `\n${samples.length} documents created, uploaded, reported and downloaded again, identical byte for byte, and 1 upload failed (as expected).\n`,
    );
    expect(output).not.toContain(product.apiKey);
  });

  test("repeats the samples to reach --count, and records every response in a --journal", async () => {
    const journal = join(folder, "answers.jsonl");
    const { code, output } = await demo(["--count", "30", "--journal", journal]);
    const lines = (await readFile(journal, "utf8")).trimEnd().split("\n");
    const phases = lines.map((line) => JSON.parse(line).phase);

    expect(code, output).toBe(0);
    const uploads = output.split("\n").filter((line) => / upload_successful .* ok$/.test(line));
    expect(uploads).toHaveLength(30);
    expect(uploads.filter((line) => line.startsWith("  01-valid.pdf "))).toHaveLength(2);
    const counts = ["created", "uploaded", "reported"].map(
      (wanted) => phases.filter((phase) => phase === wanted).length,
    );
    expect(counts).toEqual([31, 30, 31]);
  });

  test("needs only a URL and a key", async () => {
    const keyFile = join(folder, "key");
    await writeFile(keyFile, `${product.apiKey}\n`);
    const access = ["--url", product.url, "--key-file", keyFile];
    const { code, output } = await demo([...access, "--count", "1"], {
      PORT: "1",
      STAGEDOOR_DATA_DIR: join(folder, "elsewhere"),
    });

    expect(code, output).toBe(0);
  });
});

describe("if the connection between the demo and the product is bad", () => {
  let proxy: DamagingProxy;

  beforeAll(async () => {
    proxy = await startDamagingProxy(product.url);
  });
  afterAll(() => proxy?.close());

  test("a 503 with Retry-After and a lost connection are both retried", async () => {
    const { code, output } = await demo(["--url", proxy.url, "--count", "2"]);

    expect(code, output).toBe(0);
    expect(output).toContain("Stagedoor is busy or unavailable (503); trying again");
    expect(output).toContain("Stagedoor does not answer (UND_ERR_SOCKET); trying again");
  });

  test("a download whose bytes differ from the uploaded ones is an error", async () => {
    proxy.damageContent();
    const { code, output } = await demo(["--url", proxy.url, "--count", "2"]);

    expect(code).toBe(1);
    const sentence = "the downloaded bytes differ from the uploaded ones";
    expect(output).toMatch(row("01-valid.pdf", `upload_successful .*✗ ${sentence}`));
    expect(output).toContain("\n2 of 3 documents failed or came back different.\n");
  });
});

describe("a demo that cannot start exits with a single sentence", () => {
  test("if nothing is running at the URL", async () => {
    const { code, output } = await demo(["--url", "http://127.0.0.1:1"]);

    expect(output).toBe(
      "Nothing is responding at http://127.0.0.1:1. Start Stagedoor first (npm start), or give its address with --url.\n",
    );
    expect(code).toBe(1);
  });

  test("if a different server responds at the URL", async () => {
    const url = `http://127.0.0.1:${place.env.OBJECT_STORE_PORT}`;
    const { code, output } = await demo(["--url", url]);

    expect(output).toMatch(
      /^The server at \S+ is not Stagedoor \(it responded with 4\d\d\)\. .+\n$/,
    );
    expect(code).toBe(1);
  });

  test("if there is no key file", async () => {
    const { code, output } = await demo([], { STAGEDOOR_DATA_DIR: join(folder, "nothing") });

    expect(output).toBe(
      `The key file ${join(folder, "nothing", "first-api-key")} cannot be read. Start Stagedoor first (npm start), or specify a file with --key-file.\n`,
    );
    expect(code).toBe(1);
  });

  test("if the key is rejected", async () => {
    const wrongKey = "sd_wrong-but-well-formed-wrong-but-well-formed";
    const { code, output } = await demo([], { STAGEDOOR_API_KEY: wrongKey });

    expect(output).toMatch(/^Stagedoor rejected the API key \(401\)\. .+\n$/);
    expect(output).not.toContain(wrongKey);
    expect(code).toBe(1);
  });

  test.each([
    [["--count", "0"], "The option --count must be a whole number from 1 to 100000.\n"],
    [["--url", "ftp://a"], "The option --url takes an address such as http://127.0.0.1:3000.\n"],
    [["--fast"], /^Unknown option '--fast'\.\nUsage: npm run demo -- .+\n$/],
  ])("if the options are %j", async (args, sentence) => {
    const { code, output } = await demo(args);

    if (typeof sentence === "string") expect(output).toBe(sentence);
    else expect(output).toMatch(sentence);
    expect(code).toBe(1);
  });
});

async function demo(args: readonly string[], env: Record<string, string> = {}) {
  const run = runCommand("demo", args, { ...place.env, ...env });
  return { code: await run.exited, output: run.output() };
}

/** Matches a table row that begins with the name and ends with `rest`. */
const row = (name: string, rest: string) =>
  new RegExp(`^ {2}${name.replaceAll(".", "\\.")} .*${rest}$`, "m");
