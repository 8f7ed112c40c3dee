import { setTimeout as sleep } from "node:timers/promises";
import { STATUS } from "@/lib/documents/rules/status";
import { CommandError } from "../command/command-error";
import { counted } from "../command/text-table";
import { uploadSourceOf } from "../external-system/local-file";
import { type NotificationDetail, notificationIdOf } from "./delivery-log";
import { type DemoRun, NAME_COLUMN, pickSmall } from "./demo-run";
import type { Sample } from "./samples";

const ASSET_IDENTIFIER = "MCH-0107";
const FAILING_STATUS = 500;
const LOOKS_MAX = 100;
const LOOK_AGAIN_MS = 50;

/** What becomes of each document while the receiver fails. */
const STEPS = [["uploaded", "deleted"], ["uploaded"], ["given up"]] as const;

/** What an outage left to be sent. */
export interface Backlog {
  /** Of the documents that changed meanwhile. */
  readonly uuids: readonly string[];
  readonly changes: number;
  /** The notification that is going to be sent by hand. */
  readonly notificationId: string;
}

/** The receiver answers 500 while three documents change; shows what is kept and why. @throws CommandError, CallFailure */
export async function failReceiver(run: DemoRun, samples: readonly Sample[]): Promise<Backlog> {
  const { arrivals, control, narrator } = run;
  await control.behave({ kind: "answer", status: FAILING_STATUS });
  const answer = narrator.tone("bad", String(FAILING_STATUS));
  narrator.say(
    `The receiver answers ${answer} to everything now. Three documents change meanwhile:`,
  );
  narrator.write("\n");
  const uuids: string[] = [];
  for (const [place, steps] of STEPS.entries()) {
    uuids.push(await changeDocument(run, pickSmall(samples, place), steps));
  }
  const isOurs = ({ uuid }: { uuid: string }) => uuids.includes(uuid);
  const refused = () => {
    const answered = arrivals.all.filter((arrival) => arrival.answered === FAILING_STATUS);
    const concerned = answered.filter(({ items }) => items?.some(isOurs));
    return [...new Map(concerned.map((arrival) => [arrival.id, arrival])).values()];
  };
  const sent = () => refused().flatMap(({ items }) => items?.filter(isOurs) ?? []);
  const isSent = (wanted: string) => sent().some(({ uuid }) => uuid === wanted);
  await arrivals.until(() => uuids.every(isSent), "the changes that it refuses");
  const changes = STEPS.reduce((sum, steps) => sum + 1 + steps.length, 0);
  const sentCount = sent().length;
  narrator.write("\n");
  narrator.say(
    `${counted(changes, "change")}: ${sentCount} sent and refused, ${changes - sentCount} held back behind them, so that each document's order is kept. Nothing is lost.`,
  );
  const [first] = refused();
  const notificationId = notificationIdOf(first?.id ?? "");
  explain(run, await findAttempted(run, notificationId));
  return { uuids, changes, notificationId };
}

async function changeDocument(
  { client, documents, narrator }: DemoRun,
  sample: Sample,
  steps: readonly ("uploaded" | "deleted" | "given up")[],
): Promise<string> {
  const { name } = sample;
  const target = { assetIdentifier: ASSET_IDENTIFIER, name };
  const onPassed = (_: string, record: { uuid: string }) => documents.set(record.uuid, name);
  const { uuid } = steps.includes("uploaded")
    ? await client.handIn(uploadSourceOf(sample), { ...target, onPassed })
    : await client.create(target);
  documents.set(uuid, name);
  if (steps.includes("deleted")) await client.delete(uuid);
  if (steps.includes("given up")) await client.report(uuid, { status: STATUS.uploadFailed });
  narrator.write(`  ${name.padEnd(NAME_COLUMN)}created, ${steps.join(", ")}\n`);
  return uuid;
}

/** The receiver has answered a moment before the attempt is in the log. */
async function findAttempted({ log }: DemoRun, id: string): Promise<NotificationDetail> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const detail = await log.get(id);
    if (detail.deliveries.length > 0) return detail;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new CommandError(`The delivery log does not list the attempt of notification ${id}.`);
}

/** What an administrator reads about it. */
function explain({ narrator }: DemoRun, notification: NotificationDetail): void {
  const { tone } = narrator;
  const { id, deliveries, nextAttemptAt } = notification;
  const { answer, phasesMs, sentence, fix } = deliveries.at(-1) ?? {};
  if (!answer || !phasesMs || !sentence || !fix) {
    throw new CommandError(`The delivery log does not explain the failure of notification ${id}.`);
  }
  const nextMs = Math.max(0, Date.parse(nextAttemptAt ?? "") - Date.now());
  const next = nextAttemptAt === null ? "none" : `in ${(nextMs / 1000).toFixed(0)} s`;
  const took = `${Math.ceil(phasesMs.total)} ms`;
  narrator.write("\n");
  narrator.say("The delivery log says why, and what to do:");
  for (const line of [
    tone("quiet", `GET /external-api/notifications/${id}`),
    tone("bad", `✗ attempt ${deliveries.length}: answered ${answer.status} after ${took}`),
    tone("strong", sentence),
    fix,
    tone("quiet", `next attempt: ${next}`),
  ]) {
    narrator.write(`  ${line}\n`);
  }
}
