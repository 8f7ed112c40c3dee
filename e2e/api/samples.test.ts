import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GUIDE_LANGUAGES } from "@/components/texts/en/documentation-texts";
import { type Product, startProduct } from "../product";

const run = promisify(execFile);
const BYTES = "the bytes of a lease";
let product: Product;
let folder: string;

beforeAll(async () => {
  product = await startProduct({ env: { PROCESSOR: "builtin" } });
  folder = await mkdtemp(join(tmpdir(), "stagedoor-samples-"));
});

afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The tool that runs a program, and the lowest version of it that works. */
interface Runner {
  readonly needs: string;
  readonly versionMin?: number;
  readonly command: readonly [string, ...string[]];
}

const RUNNERS: Record<(typeof GUIDE_LANGUAGES)[number]["title"], Runner> = {
  curl: { needs: "curl", command: ["sh"] },
  TypeScript: { needs: process.execPath, command: [process.execPath, "--import", "tsx"] },
  Python: { needs: "python3", command: ["python3"] },
  Java: { needs: "java", versionMin: 17, command: ["java"] },
  "C#": { needs: "dotnet", versionMin: 10, command: ["dotnet", "run"] },
};

const LANGUAGES = GUIDE_LANGUAGES.map(({ title, file }) => {
  const { needs, versionMin = 0, command } = RUNNERS[title];
  const [program, ...options] = command;
  return { title, needs, versionMin, program, args: [...options, join("docs", "samples", file)] };
});

/** Returns the first number in the tool's version output; null if the tool is not installed. */
function versionOf(tool: string): number | null {
  const { status, stdout } = spawnSync(tool, ["--version"], { encoding: "utf8" });
  return status === 0 ? Number(/\d+/.exec(stdout)?.[0]) : null;
}

describe.each(LANGUAGES)("the sample in $title", ({ title, needs, versionMin, program, args }) => {
  const isThere = (versionOf(needs) ?? -1) >= versionMin;
  const reason = `this machine has no ${needs}${versionMin === 0 ? "" : ` ${versionMin}`}`;
  const skipped = isThere ? "" : ` (skipped: ${reason})`;

  test.skipIf(!isThere)(`uploads a file and finds it in the feed${skipped}`, async () => {
    const file = join(folder, `lease ${title}.pdf`);
    await writeFile(file, BYTES);
    const output = await runSample(program, [...args, "BLD-0001", file]);

    const [, uuid = ""] = /^([0-9a-f-]{36}) is upload_successful$/m.exec(output) ?? [];
    expect(output).toMatch(new RegExp(`^${uuid} is now waiting_for_review$`, "m"));
    expect(output).toContain(`${uuid} null -> 1\n`);
    expect(output).toContain(`${uuid} 1 -> 2\n`);
    expect(await (await read(`/${uuid}`)).json()).toMatchObject({ name: `lease ${title}.pdf` });
    expect(await (await read(`/${uuid}/content`)).text()).toBe(BYTES);
  });

  test.skipIf(!isThere)(`exits with an error if the key is rejected${skipped}`, async () => {
    const refused = runSample(program, [...args, "BLD-0001", "package.json"], {
      STAGEDOOR_API_KEY: "sd_wrong-but-well-formed-wrong-but-well-formed",
    });
    await expect(refused).rejects.toMatchObject({ code: expect.any(Number) });
  });
});

async function runSample(program: string, args: readonly string[], env = {}): Promise<string> {
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
