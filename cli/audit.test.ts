import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { chainAudit } from "@/lib/accounts/use-cases/audit/chain-audit";
import { prepareParts } from "./testing/parts.fixture";
import { runCli } from "./testing/run-cli";

const parts = prepareParts();
const OTHER_KEY = "d".repeat(64);

const audit = (...args: string[]) => runCli("cli/audit.ts", args, parts().settings);
const pool = () => parts().container.database.pool;
const chain = () => chainAudit(parts().container.ports);

async function meddle(text: string) {
  await pool().query(`ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_kept; ${text};
    ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_kept`);
}

beforeEach(async () => {
  await pool().query("TRUNCATE audit_entry");
  await pool().query(`
    INSERT INTO audit_entry (at, actor, address, action, subject, before, after)
    SELECT timestamptz '2026-01-01' + n * interval '1 day', 'command', '192.0.2.7', 'asset-changed', '=asset:' || n, NULL, '{"n": 1}'
    FROM generate_series(1, 5) AS n`);
  await chain();
});

describe("verify", () => {
  test("exits with 0, and prints the head and a note on what the verification cannot detect", async () => {
    const { code, output } = await audit("verify");
    expect(code).toBe(0);
    expect(output).toMatch(/^5 entries verified\. No faults were found\.\nHead: 5:[0-9a-f]{64}\n/);
    expect(output).toContain("anyone who has the encryption key");
    expect(output).toContain("pass an earlier head");
  });

  test("exits with 1 and reports which entry was changed and which is missing", async () => {
    await meddle(
      "UPDATE audit_entry SET address = NULL WHERE sequence = 2; DELETE FROM audit_entry WHERE sequence = 4",
    );
    const { code, output } = await audit("verify");
    expect(code).toBe(1);
    expect(output).toMatch(/^Entry 2 \(id \d+\) was changed\.\nEntry 4 is missing\./);
  });

  test("detects that entries at the end are missing if an earlier head is given", async () => {
    const head = /Head: (\S+)/.exec((await audit("verify")).output)?.[1] ?? "";
    await meddle("DELETE FROM audit_entry WHERE sequence = 5");
    expect((await audit("verify")).code).toBe(0);
    const { code, output } = await audit("verify", "--head", head);
    expect(code).toBe(1);
    expect(output).toContain("entries were removed from its end");
  });

  test("needs the previous key after the encryption key changes", async () => {
    const { settings, dataDir } = parts();
    const file = join(dataDir, "previous-keys");
    await writeFile(file, `${settings.STAGEDOOR_ENCRYPTION_KEY}\n`, { mode: 0o600 });
    const changed = { ...settings, STAGEDOOR_ENCRYPTION_KEY: OTHER_KEY };
    const without = await runCli("cli/audit.ts", ["verify"], changed);
    expect(without.code).toBe(1);
    expect(without.output).toContain("Entries 1 to 5 were chained with a different key");
    const args = ["verify", "--previous-keys", file];
    expect((await runCli("cli/audit.ts", args, changed)).code).toBe(0);
  });

  test.each([
    ["--head", "5"],
    ["--previous-keys", "/no/such/file"],
  ])("rejects %s %s with an error message", async (option, value) => {
    const { code, errors } = await audit("verify", option, value);
    expect(code).toBe(1);
    expect(errors).toContain(option);
  });
});

test("list shows the entries from a period, newest first", async () => {
  const { code, output } = await audit("list", "--from", "2026-01-03", "--to", "2026-01-04");
  expect(code).toBe(0);
  expect(output.match(/=asset:\d/g)).toEqual(["=asset:3", "=asset:2"]);
});

test("list rejects an unknown action and lists the known ones", async () => {
  const { code, errors } = await audit("list", "--action", "no-such");
  expect(code).toBe(1);
  expect(errors).toContain("asset-changed");
});

test("export writes every entry, with values that a spreadsheet reads as text", async () => {
  const { code, output } = await audit("export", "--format", "csv");
  expect(code).toBe(0);
  expect(output.trimEnd().split("\r\n")).toHaveLength(6);
  expect(output).toContain(`"'=asset:5"`);
});
