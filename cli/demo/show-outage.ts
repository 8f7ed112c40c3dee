import { setTimeout as sleep } from "node:timers/promises";
import { STATUS } from "@/lib/documents/rules/status";
import { CommandError } from "../command/command-error";
import { notificationIdOf } from "../external-system/delivery-log";
import { uploadSourceOf } from "../external-system/local-file";
import { listReceived } from "./received-changes";
import type { NotificationDemo } from "./upload-samples";

const FAILING_STATUS = 500;
const LOOKS_MAX = 100;
const LOOK_AGAIN_MS = 50;

/**
 * Shows a receiver that fails while documents change, what the delivery log says about it, and how the receiver recovers
 * and then receives every change, with the changes of each document in order. @throws CommandError, CallFailure
 */
export async function showOutage(demo: NotificationDemo): Promise<void> {
  const { arrivals, control, documents, log, narrator } = demo;
  const { act, tone, write } = narrator;
  act("The receiver fails");
  await control.behave({ kind: "answer", status: FAILING_STATUS });
  write(
    `The receiver now responds with ${tone("bad", String(FAILING_STATUS))} to every request.\n\n`,
  );
  const uuids = await changeDocuments(demo);
  const notificationId = await awaitRefusals(demo, uuids);
  write("\nThe receiver rejected everything. Later changes to the same document are waiting.\n");
  await explain(demo, notificationId);

  act("The receiver recovers");
  await control.behave({ kind: "accept" });
  write(
    `The receiver responds with ${tone("good", "200")} again. One notification is resent manually;\n`,
  );
  write("once it succeeds, everything pending follows, with each document's changes in order:\n\n");
  write(`  ${tone("quiet", `POST /external-api/notifications/${notificationId}/resend`)}\n`);
  await log.resend(notificationId);
  const received = () => listReceived(arrivals.all, uuids);
  // The deletion is each document's last change, whatever happened before.
  const deleted = () => received().filter(({ currentStatus }) => currentStatus === STATUS.deleted);
  const isComplete = () => deleted().length >= uuids.size;
  await arrivals.until(isComplete, "the rest of the backlog");
  for (const { uuid, previousStatus, currentStatus, arrival } of received()) {
    const move = `${String(previousStatus).padStart(4)} → ${currentStatus}`;
    const name = (documents.get(uuid) ?? uuid).padEnd(34);
    write(`  ${name}${move}   ${tone("quiet", `attempt ${arrival.attempt}`)}\n`);
  }
}

/** Creates, uploads and deletes the smallest samples. @returns the UUIDs of their documents */
async function changeDocuments({ client, documents, narrator, samples }: NotificationDemo) {
  const uuids = new Set<string>();
  // Three small files keep this act short.
  const smallest = samples.toSorted((a, b) => a.sizeBytes - b.sizeBytes).slice(0, 3);
  for (const sample of smallest) {
    const { uuid } = await client.handIn(uploadSourceOf(sample), {
      assetIdentifier: "BLD-0002",
      name: sample.name,
      onPassed: (_phase, created) => documents.set(created.uuid, sample.name),
    });
    await client.delete(uuid);
    uuids.add(uuid);
    narrator.write(`  An external system creates, uploads and deletes ${sample.name}.\n`);
  }
  return uuids;
}

/** Resolves with the first rejected notification, after a change to each document has been rejected. */
async function awaitRefusals({ arrivals }: NotificationDemo, uuids: ReadonlySet<string>) {
  const refusalOf = (wanted: string) =>
    arrivals.all.find(
      ({ answered, items }) =>
        answered === FAILING_STATUS && items?.some(({ uuid }) => uuid === wanted),
    );
  await arrivals.until(() => [...uuids].every(refusalOf), "the changes that it rejects");
  const [first = ""] = uuids;
  return notificationIdOf(refusalOf(first)?.id ?? null);
}

/**
 * Shows how the delivery log explains the failure to administrators. The attempt appears in the log shortly after the
 * receiver has responded.
 */
async function explain({ log, narrator }: NotificationDemo, id: string): Promise<void> {
  const { tone, write } = narrator;
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const { lastAttempt, nextAttemptAt } = await log.get(id);
    if (lastAttempt?.sentence) {
      const { status, totalMs, sentence, fix } = lastAttempt;
      write("\nThe delivery log says why, and what to do:\n");
      write(`  ${tone("quiet", `GET /external-api/notifications/${id}`)}\n`);
      write(`  ${tone("bad", `✗ attempt 1: answered ${status} after ${Math.ceil(totalMs)} ms`)}\n`);
      write(
        `  ${tone("strong", sentence)}\n  ${fix}\n  next attempt: ${nextAttemptAt ?? "none"}\n`,
      );
      return;
    }
    await sleep(LOOK_AGAIN_MS);
  }
  throw new CommandError(`The delivery log does not explain notification ${id}.`);
}
