import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { StartError } from "../terminal";
import { openChildLog } from "./child-log";
import { createPostgresService } from "./postgres-service";

const never = new AbortController().signal;

test("a data folder whose database and location file are missing does not silently start with an empty database", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-service-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const createService = () => createPostgresService(dataDir, openChildLog(dataDir, "postgres"));
  const first = createService();
  await (await first.start(never)).stop();
  await rm(first.clusterDir(), { recursive: true });
  if (dirname(first.clusterDir()) !== dataDir)
    await rm(dirname(first.clusterDir()), { recursive: true });
  await rm(join(dataDir, "postgres-location"));

  const again = createService().start(never);
  await expect(again).rejects.toThrow(StartError);
  await expect(again).rejects.toThrow(`The database in ${dataDir} has disappeared`);
});
