import { inParallel } from "@/cli/external-system/in-parallel";
import type { StagedoorClient } from "@/lib/client/stagedoor-client";
import { STATUS } from "@/lib/documents/rules/status";

/** A status change that the remote system is notified of. */
export interface Move {
  readonly uuid: string;
  /** null if the change is the creation of the document. */
  readonly previousStatus: number | null;
  readonly currentStatus: number;
}

/** The life of a document: it is uploaded, uploaded and then deleted, or reported as failed. */
export type Life = "reported" | "deleted" | "failed";

/** The number of status changes in each of these lives. */
export const MOVES_OF: Readonly<Record<Life, number>> = { reported: 2, deleted: 3, failed: 2 };

/** The calls that the work needs; the client retries each one until it gets a response. */
export type WorkingClient = Pick<StagedoorClient, "handIn" | "create" | "report" | "delete">;

const CLIENTS = 6;
const FILE = new Blob(["a document of the proof\n"], { type: "text/plain" });
const LIVES = Object.keys(MOVES_OF) as Life[];

/** Draws random lives whose changes add up to this number, or to one or two more. */
export function drawLives(changes: number, random: () => number): Life[] {
  const lives: Life[] = [];
  let drawn = 0;
  while (drawn < changes) {
    const life = LIVES[Math.floor(random() * LIVES.length)] ?? "deleted";
    lives.push(life);
    drawn += MOVES_OF[life];
  }
  return lives;
}

/** Runs all lives with several clients. `onAnswered` receives each change as soon as its call has been answered. */
export async function changeDocuments(
  client: WorkingClient,
  lives: readonly Life[],
  onAnswered: (move: Move) => void,
): Promise<void> {
  const numbered = lives.map((life, index) => ({ life, name: `${index + 1}.txt` }));
  await inParallel(numbered, CLIENTS, ({ life, name }) => live(client, life, name, onAnswered));
}

async function live(
  client: WorkingClient,
  life: Life,
  name: string,
  onAnswered: (move: Move) => void,
): Promise<void> {
  const document = { assetIdentifier: "BLD-0001", name };
  const { waitingForUpload, uploadSuccessful, uploadFailed, deleted } = STATUS;
  const created = (uuid: string) =>
    onAnswered({ uuid, previousStatus: null, currentStatus: waitingForUpload });
  if (life === "failed") {
    const { uuid } = await client.create(document);
    created(uuid);
    await client.report(uuid, { status: uploadFailed });
    onAnswered({ uuid, previousStatus: waitingForUpload, currentStatus: uploadFailed });
    return;
  }
  const { uuid } = await client.handIn(FILE, {
    ...document,
    onPassed: (phase, record) => (phase === "created" ? created(record.uuid) : undefined),
  });
  onAnswered({ uuid, previousStatus: waitingForUpload, currentStatus: uploadSuccessful });
  if (life === "reported") return;
  await client.delete(uuid);
  onAnswered({ uuid, previousStatus: uploadSuccessful, currentStatus: deleted });
}
