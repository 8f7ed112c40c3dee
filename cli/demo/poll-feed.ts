import type { FeedEntry } from "@/lib/client/answers";
import { counted } from "../command/text-table";
import { type DemoRun, receivedSoFar } from "./demo-run";
import { compareWithFeed } from "./received-changes";

/** Polls the feed from before a document's creation and compares it with what the receiver got. @returns whether they agree exactly */
export async function pollFeed(run: DemoRun, firstUuid: string): Promise<boolean> {
  const { arrivals, client, documents, narrator } = run;
  const [created] = await client.readHistory(firstUuid);
  const after = (created?.sequence ?? 1) - 1;
  const listed: FeedEntry[] = [];
  for await (const entry of client.feed({ after, limit: 1_000 })) {
    if (documents.has(entry.uuid)) listed.push(entry);
  }
  const problems = compareWithFeed(arrivals.all, listed, documents);
  const call = `GET /external-api/status-changes?after=${after}`;
  narrator.write(`  ${narrator.tone("quiet", call)}\n\n`);
  narrator.say(
    `The feed, read from before the demo, lists ${counted(listed.length, "change")} of the demo's ${counted(documents.size, "document")}; the receiver got ${receivedSoFar(run).length}.`,
  );
  for (const problem of problems) narrator.say(narrator.tone("bad", `✗ ${problem}`));
  if (problems.length > 0) return false;
  const good =
    "✓ They agree: nothing missing, nothing twice, every document in its order, every signature verified.";
  narrator.say(narrator.tone("good", good));
  return true;
}
