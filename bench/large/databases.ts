import pg from "pg";
import { migrate } from "@/prisma/migrate";
import { makeFolder, startPostgres, withEndings } from "../load/start";
import type { BenchSurroundings } from "../report/report";
import { timed } from "../report/times";
import { describeSize, fillDatabase } from "./fill-database";
import type { LargeSize } from "./fill-statements";

/**
 * Migrated databases of one durable PostgreSQL, configured like the product's: an empty one, a small one and a large one.
 */
export interface Databases {
  readonly emptyUrl: string;
  readonly smallUrl: string;
  readonly largeUrl: string;
  readonly postgresVersion: string;
  /** The content of the large database, in one sentence. */
  readonly description: string;
}

/** The number of documents in the small database, which the large database is compared with. */
const SMALL_DOCUMENTS = 10_000;

/** Fills the databases in a temporary folder, resolves with the result of `work`, and removes everything. */
export function withDatabases<Result>(
  size: LargeSize,
  { signal, say }: Pick<BenchSurroundings, "signal" | "say">,
  work: (databases: Databases) => Promise<Result>,
): Promise<Result> {
  return withEndings(async (addEnding) => {
    const { url, version } = await startPostgres(await makeFolder(addEnding), "bench", addEnding);
    const emptyUrl = await createDatabase(url, "bench_empty");
    const smallUrl = await createDatabase(url, "bench_small");
    await fillDatabase(smallUrl, { ...size, documents: SMALL_DOCUMENTS }, { signal });
    const largeUrl = await createDatabase(url, "bench_large");
    say(`Inserting ${size.documents.toLocaleString("en")} documents and their changes…`);
    const ms = await timed(() => fillDatabase(largeUrl, size, { signal }));
    const description = await describe(largeUrl, Math.round(ms / 1000));
    say(description);
    return work({ emptyUrl, smallUrl, largeUrl, postgresVersion: version, description });
  });
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  return url.href;
}

async function describe(databaseUrl: string, seconds: number): Promise<string> {
  const { documents, changes, notifications, attempts, bytes } = await describeSize(databaseUrl);
  const [some, moves, sent, tries] = [documents, changes, notifications, attempts].map((count) =>
    count.toLocaleString("en"),
  );
  const gigabytes = (bytes / 1e9).toFixed(1);
  return (
    `${some} documents, ${moves} changes, ${sent} notifications and ${tries} attempts, ` +
    `${gigabytes} GB on disk, inserted in ${seconds} s.`
  );
}
