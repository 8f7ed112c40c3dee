import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readyBlock } from "./ready-block";

const place = {
  publicUrl: "https://stagedoor.example",
  objectStorePublicUrl: "https://files.example",
  rateLimits: { trustedProxyHops: 1 },
  dataDir: "/data",
  inngest: null,
  receiverPort: 3003,
};

/** The result of every start after the first one. */
const LATER = {
  isFirstStart: false,
  firstApiKey: null,
  firstAdministrator: null,
  sharedEmails: [],
};

/** Returns the text of a row. */
const rowOf = (block: string, name: string) =>
  new RegExp(`^  ${name} +(.*)$`, "m").exec(block)?.[1];

describe("how to sign in", () => {
  const administrator = { email: "admin@stagedoor.local", password: "plum-otter-canal" };

  test("is shown once, with a way to change the password, if the administrator was created", () => {
    const block = readyBlock("start", place, { ...LATER, firstAdministrator: administrator });
    expect(rowOf(block, "Cockpit")).toBe("https://stagedoor.example/cockpit");
    expect(rowOf(block, "Sign in")).toBe(administrator.email);
    expect(rowOf(block, "Password")).toBe(
      `${administrator.password}   (shown only once; \`npm run user -- reset-password ${administrator.email}\` sets a new one)`,
    );
    expect(block).toContain("kept in /data/first-admin-password");
  });

  test("does not repeat a password from the settings", () => {
    const values = { ...LATER, firstAdministrator: { ...administrator, password: null } };
    const block = readyBlock("start", place, values);
    expect(rowOf(block, "Sign in")).toBe(`${administrator.email}, with STAGEDOOR_ADMIN_PASSWORD`);
    expect(rowOf(block, "Password")).toBeUndefined();
  });

  test("later refers to the file with the first password while it exists, without showing it", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-block-"));
    const withoutFile = readyBlock("start", { ...place, dataDir }, LATER);
    await writeFile(join(dataDir, "first-admin-password"), `${administrator.password}\n`);
    const withFile = readyBlock("start", { ...place, dataDir }, LATER);
    await rm(dataDir, { recursive: true });

    expect(withoutFile).not.toMatch(/Password|Sign in/);
    expect(rowOf(withFile, "Password")).toBe(
      `see ${join(dataDir, "first-admin-password")} for the first one`,
    );
    expect(withFile).not.toContain(administrator.password);
  });
});

describe("the ready block", () => {
  test("shows the API key and its file when Stagedoor first starts", () => {
    const block = readyBlock("start", place, {
      ...LATER,
      isFirstStart: true,
      firstApiKey: "sd_first",
    });
    for (const text of [
      "https://stagedoor.example/external-api",
      "/data",
      "sd_first",
      "/data/first-api-key",
      "npm run demo",
      "https://127.0.0.1:3003/",
      "Ctrl-C",
    ]) {
      expect(block).toContain(text);
    }
  });

  test.each([
    { isFirstStart: false, firstApiKey: "sd_first" },
    { isFirstStart: false, firstApiKey: null },
    { isFirstStart: true, firstApiKey: null },
  ])("does not show a key on later starts or if there is none: %j", (preparation) => {
    expect(readyBlock("start", place, { ...LATER, ...preparation })).not.toMatch(
      /sd_first|API key/,
    );
  });

  test("shows the location of the key's file on later starts, if the file exists", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-block-"));
    await writeFile(join(dataDir, "first-api-key"), "sd_first\n");
    const block = readyBlock("start", { ...place, dataDir }, LATER);
    await rm(dataDir, { recursive: true });

    expect(block).toContain(`see ${join(dataDir, "first-api-key")}`);
    expect(block).not.toContain("sd_first");
  });

  test("shows where the database is if it is outside the data folder", () => {
    const outside = "/var/lib/embedded-pg-1/data";
    expect(readyBlock("start", place, LATER, { clusterDir: outside })).toContain(
      `Database     ${outside}`,
    );
    expect(readyBlock("start", place, LATER, { clusterDir: "/data/postgres" })).not.toContain(
      "Database",
    );
  });

  test.each([
    [{ isDev: false, baseUrl: null }, "Inngest Cloud (signed"],
    [{ isDev: false, baseUrl: "http://inngest.lan:8288" }, "http://inngest.lan:8288 (signed"],
    [{ isDev: true, baseUrl: null }, "http://localhost:8288 (development server"],
    [{ isDev: true, baseUrl: "http://box.lan:9000" }, "http://box.lan:9000 (development server"],
  ])("shows which external Inngest is used, and what to sync: %j", (chosen, row) => {
    const inngest = { ...chosen, eventKey: "secret-event-key", signingKey: "signkey-prod-0123" };
    const block = readyBlock("start", { ...place, inngest }, LATER);
    expect(block).toContain(`Inngest      ${row}`);
    expect(block).toContain("https://stagedoor.example/api/inngest");
    expect(block).not.toMatch(/secret-event-key|signkey/);
  });

  test("does not mention the embedded executor", () => {
    expect(readyBlock("start", place, LATER)).not.toContain("nngest");
  });

  test("warns about an upload address that browsers will block", () => {
    const insecure = { ...place, objectStorePublicUrl: "http://stagedoor.example:3001" };
    expect(rowOf(readyBlock("start", insecure, LATER), "WARNING")).toContain("S3_PUBLIC_ENDPOINT");
    expect(readyBlock("start", place, LATER)).not.toContain("WARNING");
  });

  test("warns about a disk that is almost full", () => {
    const block = readyBlock("start", place, LATER, { diskWarning: "The disk is almost full." });
    expect(rowOf(block, "WARNING")).toBe("The disk is almost full.");
  });

  test("names users whose emails are spellings of the same email", () => {
    const sharedEmails = [["m\u00fcller@example.com", "mu\u0308ller@example.com"]];
    const block = readyBlock("start", place, { ...LATER, sharedEmails });
    expect(rowOf(block, "WARNING")).toMatch(
      /^The users m\u00fcller@example\.com and mu\u0308ller@example\.com have the same email/,
    );
  });

  test("shows the development mode", () => {
    expect(readyBlock("dev", place, LATER)).toContain("development mode");
  });
});
