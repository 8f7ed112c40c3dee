import type { FeedEntry } from "@/lib/client/answers";
import type { NotificationDemo } from "./notification-demo";
import { compareWithFeed, listReceived } from "./received-changes";

/** More polls than a demo needs: a poll takes a few milliseconds, and processing a document takes about a second. */
const LOOKS_MAX = 1_000;

/**
 * Polls the feed, starting before the demo's first document, and compares it with what the receiver received.
 * @returns whether they agree exactly
 */
export async function pollFeed(demo: NotificationDemo): Promise<boolean> {
  const { arrivals, client, documents, narrator } = demo;
  const { tone, write } = narrator;
  const [firstUuid = ""] = documents.keys();
  const [created] = await client.readHistory(firstUuid);
  const after = (created?.sequence ?? 1) - 1;
  const readFeed = async () => {
    const listed: FeedEntry[] = [];
    for await (const entry of client.feed({ after, limit: 1_000 })) {
      if (documents.has(entry.uuid)) listed.push(entry);
    }
    return listed;
  };
  const count = () => listReceived(arrivals.all, documents).length;
  let listed = await readFeed();
  // Processing may add changes in the meantime, so the feed and the receiver are compared only once they have the same
  // number of changes.
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { length } = listed;
    await arrivals.until(() => count() >= length, "the last status changes");
    listed = await readFeed();
    if (listed.length === count()) break;
  }
  const received = listReceived(arrivals.all, documents);
  write(`  ${tone("quiet", `GET /external-api/status-changes?after=${after}`)}\n\n`);
  write(`The feed lists ${listed.length} changes; the receiver got ${received.length}.\n`);
  const problems = compareWithFeed(arrivals.all, listed, documents);
  for (const problem of problems) write(`${tone("bad", `✗ ${problem}`)}\n`);
  if (problems.length > 0) return false;
  write(
    tone("good", "✓ They agree: nothing missing, nothing duplicated, every document in order,"),
  );
  write(`\n${tone("good", "  every signature verified.")}\n`);
  return true;
}
