import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readyBlock } from "./ready-block";

const place = {
  publicUrl: "https://stagedoor.example",
  dataDir: "/data",
  inngest: null,
  receiverPort: 3003,
};

describe("the ready block", () => {
  it("shows the API key and where it is kept on the first start", () => {
    const block = readyBlock("start", place, { isFirstStart: true, firstApiKey: "sd_first" });
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

  it.each([
    { isFirstStart: false, firstApiKey: "sd_first" },
    { isFirstStart: false, firstApiKey: null },
    { isFirstStart: true, firstApiKey: null },
  ])("shows no key otherwise: %j", (preparation) => {
    expect(readyBlock("start", place, preparation)).not.toMatch(/sd_first|API key/);
  });

  it("says on later starts where the key is kept, when it is", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-block-"));
    await writeFile(join(dataDir, "first-api-key"), "sd_first\n");
    const preparation = { isFirstStart: false, firstApiKey: null };
    const block = readyBlock("start", { ...place, dataDir }, preparation);
    await rm(dataDir, { recursive: true });

    expect(block).toContain(`see ${join(dataDir, "first-api-key")}`);
    expect(block).not.toContain("sd_first");
  });

  it("says where the database is when it is not in the data folder", () => {
    const preparation = { isFirstStart: false, firstApiKey: null };
    const outside = "/var/lib/embedded-pg-1/data";
    expect(readyBlock("start", place, preparation, outside)).toContain(`Database     ${outside}`);
    expect(readyBlock("start", place, preparation, "/data/postgres")).not.toContain("Database");
  });

  it.each([
    [{ isDev: false, baseUrl: null }, "Inngest Cloud (signed"],
    [{ isDev: false, baseUrl: "http://inngest.lan:8288" }, "http://inngest.lan:8288 (signed"],
    [{ isDev: true, baseUrl: null }, "http://localhost:8288 (development server"],
    [{ isDev: true, baseUrl: "http://box.lan:9000" }, "http://box.lan:9000 (development server"],
  ])("says which Inngest of one's own is used, and what to sync: %j", (chosen, row) => {
    const inngest = { ...chosen, eventKey: "secret-event-key", signingKey: "signkey-prod-0123" };
    const preparation = { isFirstStart: false, firstApiKey: null };
    const block = readyBlock("start", { ...place, inngest }, preparation);
    expect(block).toContain(`Inngest      ${row}`);
    expect(block).toContain("https://stagedoor.example/api/inngest");
    expect(block).not.toMatch(/secret-event-key|signkey/);
  });

  it("does not speak of the embedded executor", () => {
    const preparation = { isFirstStart: false, firstApiKey: null };
    expect(readyBlock("start", place, preparation)).not.toContain("nngest");
  });

  it("says when it is for people who work on the code", () => {
    const preparation = { isFirstStart: false, firstApiKey: null };
    expect(readyBlock("dev", place, preparation)).toContain("development mode");
  });
});
