import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "@/embedded/postgres/embedded-postgres";
import { nobodyHomeOf } from "@/embedded/postgres/launch-plan";
import type { SideSurroundings } from "./surroundings";

/**
 * Starts a database server for a side: the same PostgreSQL version as the product's, equally durable, on the same disk.
 */
export async function startPeerPostgres(
  { started, addEnding }: SideSurroundings,
  database: string,
): Promise<EmbeddedPostgres> {
  const dataDir = join(started.folder, `postgres-${database}`);
  addEnding(() => rm(nobodyHomeOf(dataDir), { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, database });
  addEnding(postgres.stop);
  return postgres;
}
