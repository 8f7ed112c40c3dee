import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "@/embedded/postgres/embedded-postgres";
import { nobodyHomeOf } from "@/embedded/postgres/launch-plan";
import type { SideSurroundings } from "./surroundings";

/** Starts a database server of a side's own: the same PostgreSQL as the product's, as durable, on the same disk. */
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
