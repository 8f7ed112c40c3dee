import type { FeedEntry } from "@/lib/client/answers";
import { counted } from "../command/text-table";
import type { Scene } from "./demo-run";
import { compareWithFeed, listTold } from "./received-changes";

/** Polls the feed from before the demo and compares it with what the receiver got. @returns whether they agree exactly */
export async function compareWithPolling(scene: Scene, after: number): Promise<boolean> {
  const { arrivals, client, documents, narrator } = scene;
  const listed: FeedEntry[] = [];
  for await (const entry of client.feed({ after, limit: 1_000 })) {
    if (documents.has(entry.uuid)) listed.push(entry);
  }
  const problems = compareWithFeed(arrivals.all(), listed, documents);
  const got = listTold(arrivals.all(), documents).length;
  narrator.write(
    `  ${narrator.tone("quiet", `GET /external-api/status-changes?after=${after}`)}\n\n`,
  );
  narrator.say(
    `The feed, read from before the demo, lists ${counted(listed.length, "change")} of the demo's ${counted(documents.size, "document")}; the receiver got ${got}.`,
  );
  for (const problem of problems) narrator.say(narrator.tone("bad", `✗ ${problem}`));
  if (problems.length > 0) return false;
  const good =
    "✓ They agree: nothing missing, nothing twice, every document in its order, every signature verified.";
  narrator.say(narrator.tone("good", good));
  return true;
}
