import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openChildLog } from "./child-log";

it("a log never takes more than twice its limit, and the newest lines are kept", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-log-"));
  const lines = ["first\n", "second\n", "third\n", "fourth\n", "fifth\n"];
  openChildLog(dataDir, "next", 14).write(lines.shift() ?? "");
  const log = openChildLog(dataDir, "next", 14);
  for (const line of lines) log.write(line);

  expect(await readFile(log.file, "utf8")).toBe("fifth\n");
  expect(await readFile(`${log.file}.1`, "utf8")).toBe("third\nfourth\n");
  await rm(dataDir, { recursive: true });
});
