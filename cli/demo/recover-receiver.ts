import type { Arrival } from "../receiver-control/receiver-control";
import { NAME_COLUMN, renderJudgement, renderMove, type Scene, toldSoFar } from "./demo-run";
import type { Backlog } from "./fail-receiver";

/** The receiver accepts again; one notification is sent by hand, and everything that waits follows. @throws DemoFailure */
export async function recover(
  scene: Scene,
  { uuids, changes, notificationId }: Backlog,
): Promise<void> {
  const { arrivals, control, log, narrator } = scene;
  await control.behave({ kind: "accept" });
  narrator.say(
    `The receiver answers ${narrator.tone("good", "200")} again. Somebody has one notification sent now, and its success brings everything that waits, each document's changes in order:`,
  );
  const call = `POST /external-api/notifications/${notificationId}/resend`;
  narrator.write(`\n  ${narrator.tone("quiet", call)}\n`);
  const startedAtMs = Date.now();
  const silence = arrivals.listen((arrival) => show(scene, arrival, { uuids, startedAtMs }));
  try {
    await log.resend(notificationId);
    const arrived = () => toldSoFar(scene).filter(({ uuid }) => uuids.includes(uuid)).length;
    await arrivals.until(() => arrived() >= changes, "the rest of the backlog");
  } finally {
    silence();
  }
}

function show(
  { documents, narrator }: Scene,
  arrival: Arrival,
  { uuids, startedAtMs }: { uuids: readonly string[]; startedAtMs: number },
): void {
  if (arrival.answered !== 200) return;
  const seconds = Math.max(0, (arrival.arrivedAtMs - startedAtMs) / 1000).toFixed(2);
  const when = narrator.tone("quiet", `attempt ${arrival.attempt}, after ${seconds} s`);
  const judgement = renderJudgement(narrator, arrival);
  for (const item of arrival.items ?? []) {
    if (!uuids.includes(item.uuid)) continue;
    const name = (documents.get(item.uuid) ?? item.uuid).padEnd(NAME_COLUMN);
    narrator.write(`  ${name}${renderMove(item)}   ${judgement}   ${when}\n`);
  }
}
