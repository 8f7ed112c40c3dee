import type { FeedEntry } from "@/lib/client/answers";
import type { NotificationDemo } from "./notification-demo";
import { compareWithFeed, listReceived } from "./received-changes";

/**
 * Polls the feed from before the demo's first document and compares it with what the receiver got.
 * @returns whether they agree exactly
 */
export async function pollFeed(demo: NotificationDemo): Promise<boolean> {
  const { arrivals, client, documents, narrator } = demo;
  const { tone, write } = narrator;
  const [firstUuid = ""] = documents.keys();
  const [created] = await client.readHistory(firstUuid);
  const after = (created?.sequence ?? 1) - 1;
  const listed: FeedEntry[] = [];
  for await (const entry of client.feed({ after, limit: 1_000 })) {
    if (documents.has(entry.uuid)) listed.push(entry);
  }
  const received = listReceived(arrivals.all, documents);
  write(`  ${tone("quiet", `GET /external-api/status-changes?after=${after}`)}\n\n`);
  write(`The feed lists ${listed.length} changes, the receiver got ${received.length}.\n`);
  const problems = compareWithFeed(arrivals.all, listed, documents);
  for (const problem of problems) write(`${tone("bad", `✗ ${problem}`)}\n`);
  if (problems.length > 0) return false;
  write(tone("good", "✓ They agree: nothing missing, nothing twice, every document in its order,"));
  write(`\n${tone("good", "  every signature verified.")}\n`);
  return true;
}
