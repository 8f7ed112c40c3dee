import { setTimeout as sleep } from "node:timers/promises";
import { STATUS } from "@/lib/documents/rules/status";
import { counted } from "../command/text-table";
import { uploadSourceOf } from "../external-system/local-file";
import type { Arrival } from "../receiver-control/receiver-control";
import type { DeliveryLog, NotificationDetail } from "./delivery-log";
import { DemoFailure } from "./demo-failure";
import { NAME_COLUMN, pickSmall, type Scene } from "./demo-run";
import type { Sample } from "./samples";

const ASSET_IDENTIFIER = "MCH-0107";
const FAILING_STATUS = 500;
const LOOKS_MAX = 100;
const LOOK_AGAIN_MS = 50;

/** What an outage left waiting. */
export interface Backlog {
  /** Of the documents that went their way meanwhile. */
  readonly uuids: readonly string[];
  readonly changes: number;
  /** The notification that is going to be sent by hand. */
  readonly notificationId: string;
}

/** The receiver answers 500 while three documents go their way; what waits is explained. @throws DemoFailure, CallFailure */
export async function failReceiver(scene: Scene, samples: readonly Sample[]): Promise<Backlog> {
  const { arrivals, control, narrator } = scene;
  await control.behave({ kind: "answer", status: FAILING_STATUS });
  const told = narrator.tone("bad", String(FAILING_STATUS));
  narrator.say(
    `The receiver answers ${told} to everything now. Three documents go their way meanwhile:`,
  );
  narrator.write("\n");
  const [deleted, uploaded, givenUp] = pickSmall(samples, 3);
  if (!deleted || !uploaded || !givenUp) throw new Error("the demo needs three sample files");
  const ways = [
    await go(scene, deleted, ["uploaded", "deleted"]),
    await go(scene, uploaded, ["uploaded"]),
    await go(scene, givenUp, ["given up"]),
  ];
  const uuids = ways.map(({ uuid }) => uuid);
  const changes = ways.reduce((sum, way) => sum + way.changes, 0);
  const isRefused = (uuid: string) =>
    arrivals.all().some((arrival) => arrival.answered === FAILING_STATUS && tells(arrival, uuid));
  await arrivals.until(() => uuids.every(isRefused), "the changes that it refuses");
  const refused = await findRefused(scene, uuids);
  const sent = refused.reduce((sum, { items }) => sum + items.length, 0);
  narrator.write("\n");
  narrator.say(
    `${counted(changes, "change")}: ${sent} sent and refused, ${changes - sent} held back behind them, so that each document's order is kept. Nothing is lost.`,
  );
  const [first] = refused;
  if (!first) throw new DemoFailure("The delivery log does not list what the receiver refused.");
  explain(scene, first);
  return { uuids, changes, notificationId: first.id };
}

const tells = ({ items }: Arrival, wanted: string) =>
  items?.some(({ uuid }) => uuid === wanted) ?? false;

async function go(
  { client, documents, narrator }: Scene,
  sample: Sample,
  steps: readonly ("uploaded" | "deleted" | "given up")[],
): Promise<{ uuid: string; changes: number }> {
  const { name } = sample;
  const target = { assetIdentifier: ASSET_IDENTIFIER, name };
  const onPassed = (_: string, { uuid }: { uuid: string }) => documents.set(uuid, name);
  const { uuid } = steps.includes("uploaded")
    ? await client.handIn(uploadSourceOf(sample), { ...target, onPassed })
    : await client.create(target);
  documents.set(uuid, name);
  if (steps.includes("deleted")) await client.delete(uuid);
  if (steps.includes("given up")) await client.report(uuid, { status: STATUS.uploadFailed });
  narrator.write(`  ${name.padEnd(NAME_COLUMN)}announced, ${steps.join(", ")}\n`);
  return { uuid, changes: 1 + steps.length };
}

/** Oldest first, each with its first attempt. */
async function findRefused(
  { log }: Scene,
  uuids: readonly string[],
): Promise<readonly NotificationDetail[]> {
  const listed = await Promise.all(uuids.map((uuid) => log.listPending(uuid)));
  const ids = [...new Set(listed.flat().map(({ id }) => id))];
  const details = await Promise.all(ids.map((id) => untilAttempted(log, id)));
  return details.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** The receiver has answered a moment before the attempt is in the log. */
async function untilAttempted(log: DeliveryLog, id: string): Promise<NotificationDetail> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const detail = await log.get(id);
    if (detail.deliveries.length > 0) return detail;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new DemoFailure(`The delivery log does not know of the attempt of notification ${id}.`);
}

/** What an administrator reads about it. */
function explain({ narrator }: Scene, { id, deliveries, nextAttemptAt }: NotificationDetail): void {
  const attempt = deliveries.at(-1);
  if (!attempt?.sentence || !attempt.fix || !attempt.answer) {
    throw new DemoFailure(`The delivery log does not explain the notification ${id}.`);
  }
  const { answer, phasesMs, sentence, fix } = attempt;
  narrator.write("\n");
  narrator.say(`The delivery log says why, and what helps:`);
  const nextMs = Date.parse(nextAttemptAt ?? "") - Date.now();
  const next =
    nextAttemptAt === null
      ? "there is no further attempt"
      : `the next attempt is in ${Math.max(0, nextMs / 1000).toFixed(0)} s`;
  narrator.write(
    [
      narrator.tone("quiet", `GET /external-api/notifications/${id}`),
      narrator.tone(
        "bad",
        `✗ attempt ${deliveries.length}: answered ${answer.status} after ${Math.ceil(phasesMs.total)} ms`,
      ),
      narrator.tone("strong", sentence),
      fix,
      narrator.tone("quiet", next),
    ]
      .map((line) => `  ${line}\n`)
      .join(""),
  );
}
