import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { EMPTY_AUDIT_LOG } from "@/lib/accounts/testing/empty-audit-log.fixture";
import { createAuditChaining } from "@/lib/accounts/use-cases/chain-audit";
import { prepareParts } from "./testing/parts.fixture";
import { runCli } from "./testing/run-cli";

const parts = prepareParts();
const OTHER_KEY = "d".repeat(64);

const audit = (...args: string[]) => runCli("cli/audit.ts", args, parts().settings);
const pool = () => parts().container.database.pool;
const emptySealedHead = () => parts().container.ports.storage.removeAll("audit/head");

/** Chains and seals. A turn waits no more than 2 s for the store, so a busy machine may need several. */
async function chain() {
  const chaining = createAuditChaining(parts().container.ports);
  for (let turn = 0; turn < 10; turn += 1) {
    await chaining.chain();
    if (chaining.state().kind === "ok") return;
  }
  throw new Error(`The audit log was not chained: ${JSON.stringify(chaining.state())}`);
}

async function meddle(text: string) {
  await pool().query(`ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_kept; ${text};
    ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_kept`);
}

beforeEach(async () => {
  await pool().query(EMPTY_AUDIT_LOG);
  await emptySealedHead();
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
    expect(output).toMatch(
      /^5 entries verified\. No faults were found\.\nHead: (5:[0-9a-f]{64})\nSealed head: \1, sealed at /,
    );
    expect(output).toContain("anyone who has the encryption key");
    expect(output).toContain("pass a head from the application's log");
  });

  test("exits with 1 and reports which entry was changed and which is missing", async () => {
    await meddle(
      "UPDATE audit_entry SET address = NULL WHERE sequence = 2; DELETE FROM audit_entry WHERE sequence = 4",
    );
    const { code, output } = await audit("verify");
    expect(code).toBe(1);
    expect(output).toMatch(/^Entry 2 \(id \d+\) was changed\.\nEntry 4 is missing\./);
  });

  test("detects that entries at the end are missing by the sealed head, and without it by a given head", async () => {
    const head = /Head: (\S+)/.exec((await audit("verify")).output)?.[1] ?? "";
    await meddle("DELETE FROM audit_entry WHERE sequence = 5");
    const { code, output } = await audit("verify");
    expect(code).toBe(1);
    expect(output).toContain("entry 5, which is in the sealed head: entries were removed");
    await emptySealedHead();
    const without = await audit("verify");
    expect(without.code).toBe(0);
    expect(without.output).toContain("Sealed head: none");
    const verification = await audit("verify", "--head", head);
    expect(verification.code).toBe(1);
    expect(verification.output).toContain(
      "entry 5, which is in the given head: entries were removed",
    );
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

describe("accept-head", () => {
  test("continues the chain after a restored backup, with an entry that names both heads", async () => {
    await meddle("DELETE FROM audit_entry WHERE sequence = 5");
    const accepted = await audit("accept-head", "--reason", "restored the backup of 3 January");
    expect(accepted.code).toBe(0);
    expect(accepted.output).toMatch(/^Accepted 4:[0-9a-f]{64} instead of the sealed head \(5:/);
    const { code, output } = await audit("verify");
    expect(code).toBe(0);
    expect(output).toMatch(/^5 entries verified/);
    const listed = await audit("export", "--action", "audit-head-accepted");
    expect(listed.output).toContain("restored the backup of 3 January");
    const again = await audit("accept-head", "--reason", "restored");
    expect(again.output).toContain("There is nothing to accept");
    expect(again.output).toContain("--head <sequence:mac>");
  });

  test("accepts the head of the chain instead of one that a process remembers but the store does not", async () => {
    const head = /Head: (\S+)/.exec((await audit("verify")).output)?.[1] ?? "";
    await meddle("DELETE FROM audit_entry WHERE sequence = 5");
    await emptySealedHead();
    const accepted = await audit("accept-head", "--reason", "restored", "--head", head);
    expect(accepted.output).toMatch(
      new RegExp(`^Accepted 4:[0-9a-f]{64} instead of the sealed head \\(${head}\\)`),
    );
    expect((await audit("verify")).output).toMatch(/^5 entries verified/);
  });

  test("rejects a head that is not one, and names the value in the log", async () => {
    const { code, errors } = await audit("accept-head", "--reason", "restored", "--head", "5");
    expect(code).toBe(1);
    expect(errors).toContain("sealedHead");
  });

  test.each([[[]], [["--reason", " "]]])("needs a reason: %j", async (args) => {
    const { code, errors } = await audit("accept-head", ...args);
    expect(code).toBe(1);
    expect(errors).toContain("--reason");
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
