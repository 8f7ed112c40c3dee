import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "../product";

const run = promisify(execFile);
const BYTES = "the bytes of a lease";
let product: Product;
let folder: string;

beforeAll(async () => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), "stagedoor-guide-"));
});

afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const LANGUAGES = [
  { title: "curl", needs: "curl", program: "sh", args: ["docs/guide/guide.sh"] },
  {
    title: "TypeScript",
    needs: process.execPath,
    program: process.execPath,
    args: ["--import", "tsx", "docs/guide/guide.ts"],
  },
  { title: "Python", needs: "python3", program: "python3", args: ["docs/guide/guide.py"] },
];

describe.each(LANGUAGES)("the guide in $title", ({ title, needs, program, args }) => {
  const isThere = spawnSync(needs, ["--version"]).status === 0;
  const name = `hands a file in and finds it in the feed${isThere ? "" : ` (skipped: this machine has no ${needs})`}`;

  it.skipIf(!isThere)(name, async () => {
    const file = join(folder, `lease ${title}.pdf`);
    await writeFile(file, BYTES);
    const output = await runGuide(program, [...args, "BLD-0001", file]);

    const [, uuid = ""] = /^([0-9a-f-]{36}) is upload_successful$/m.exec(output) ?? [];
    expect(output).toContain(`${uuid} null -> 1\n`);
    expect(output).toContain(`${uuid} 1 -> 2\n`);
    expect(await (await read(`/${uuid}`)).json()).toMatchObject({ name: `lease ${title}.pdf` });
    expect(await (await read(`/${uuid}/content`)).text()).toBe(BYTES);
  });

  it.skipIf(!isThere)(
    `ends with an error when the key is refused${isThere ? "" : ` (skipped: this machine has no ${needs})`}`,
    async () => {
      const refused = runGuide(program, [...args, "BLD-0001", "package.json"], {
        STAGEDOOR_API_KEY: "sd_wrong-but-well-formed-wrong-but-well-formed",
      });
      await expect(refused).rejects.toMatchObject({ code: expect.any(Number) });
    },
  );
});

async function runGuide(program: string, args: readonly string[], env = {}): Promise<string> {
  const { stdout } = await run(program, [...args], {
    cwd: resolve("."),
    timeout: 60_000,
    env: {
      ...process.env,
      STAGEDOOR_URL: product.url,
      STAGEDOOR_API_KEY: product.apiKey,
      ...env,
    },
  });
  return stdout;
}

const read = (path: string) =>
  fetch(`${product.url}/external-api/staged-documents${path}`, {
    headers: { authorization: `Bearer ${product.apiKey}` },
  });
