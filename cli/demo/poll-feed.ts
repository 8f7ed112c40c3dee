import type { FeedEntry } from "@/lib/client/answers";
import { type DemoRun, receivedSoFar } from "./demo-run";
import { compareWithFeed } from "./received-changes";

/**
 * Polls the feed from before the demo's first document and compares it with what the receiver got.
 * @returns whether they agree exactly
 */
export async function pollFeed(run: DemoRun): Promise<boolean> {
  const { arrivals, client, documents } = run;
  const { tone, write } = run.narrator;
  const [firstUuid = ""] = documents.keys();
  const [created] = await client.readHistory(firstUuid);
  const after = (created?.sequence ?? 1) - 1;
  const listed: FeedEntry[] = [];
  for await (const entry of client.feed({ after, limit: 1_000 })) {
    if (documents.has(entry.uuid)) listed.push(entry);
  }
  write(`  ${tone("quiet", `GET /external-api/status-changes?after=${after}`)}\n\n`);
  write(
    `The feed, read from before the demo, lists ${listed.length} changes of the demo's ${documents.size} documents;\nthe receiver got ${receivedSoFar(run).length}.\n`,
  );
  const problems = compareWithFeed(arrivals.all, listed, documents);
  for (const problem of problems) write(`${tone("bad", `✗ ${problem}`)}\n`);
  if (problems.length > 0) return false;
  const good =
    "✓ They agree: nothing missing, nothing twice, every document in its order, every signature verified.";
  write(`${tone("good", good)}\n`);
  return true;
}
