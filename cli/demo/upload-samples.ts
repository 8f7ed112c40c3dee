import { CallFailure } from "@/lib/client/call-failure";
import type { Pause } from "@/lib/client/retrying";
import { STATUS } from "@/lib/documents/rules/status";
import { stagedDocumentRecord } from "@/lib/http/documents/external-api-schemas";
import { counted, renderSize } from "../command/text-table";
import type { ApiAccess } from "../external-system/access";
import { openAnswerJournal } from "../external-system/answer-journal";
import { assertKeyAccepted } from "../external-system/assert-reachable";
import {
  type CheckingClient,
  createCheckingClient,
  historyProblem,
} from "../external-system/checking-client";
import type { DeliveryLog } from "../external-system/delivery-log";
import { inParallel } from "../external-system/in-parallel";
import { uploadSourceOf } from "../external-system/local-file";
import type { ReceiverControl } from "../receiver-control/receiver-control";
import type { Arrivals } from "./arrivals";
import type { Narrator } from "./narrator";
import type { Sample } from "./samples";

const DOCUMENTS_AT_A_TIME = 4;
/** The demo's own assets, which are created when Stagedoor first starts. */
const ASSET_IDENTIFIERS = ["BLD-0001", "BLD-0002", "MCH-0107", "CTR-2031"] as const;

/** The options of the demo and the ports it uses. */
export interface Demo {
  readonly access: ApiAccess;
  readonly samples: readonly Sample[];
  /** How many documents are uploaded. */
  readonly count: number;
  /** The file that records the responses, or null. With a journal, the demo only uploads documents. */
  readonly journalFile: string | null;
  readonly narrator: Narrator;
  readonly fetch: typeof globalThis.fetch;
  /** The name of each document that the demo created, by uuid, in order of creation. */
  readonly documents: Map<string, string>;
}

/** One document that the demo will create. */
interface PlannedDocument {
  readonly sample: Sample;
  /** Whether its upload is abandoned and reported as failed. */
  readonly isGivenUp: boolean;
  readonly target: Parameters<CheckingClient["handIn"]>[1];
}

/**
 * The outcome: the status that was read back (null if the upload failed earlier), the digest of the downloaded bytes
 * (null if none were downloaded), and the problem (null if there is none).
 */
type Outcome = Awaited<ReturnType<typeof uploadAndCheck>>;

/**
 * Abandons one upload, then uploads samples, several at a time, reads them back and compares them.
 * @returns whether everything is as expected; differences are shown
 * @throws CommandError if the key is rejected
 */
export async function uploadSamples(demo: Demo): Promise<boolean> {
  const { access, count, documents, narrator, samples } = demo;
  narrator.write(`Uploading ${counted(count + 1, "document")} to ${access.url}\n\n`);
  const onPause = ({ reason }: Pause) => narrator.write(`  ${reason}; trying again …\n`);
  const client = createCheckingClient(access, onPause, demo.fetch);
  const journal = await openAnswerJournal(demo.journalFile);
  const planned = Array.from({ length: count + 1 }, (_, index) => {
    const sample = samples[Math.max(0, index - 1) % samples.length];
    const assetIdentifier = ASSET_IDENTIFIERS[index % ASSET_IDENTIFIERS.length];
    if (!sample || !assetIdentifier) throw new Error("there are no samples");
    const { name, sha256, sizeBytes } = sample;
    const onPassed: PlannedDocument["target"]["onPassed"] = async (phase, { uuid, status }) => {
      await journal.note({ uuid, phase, status, sha256, sizeBytes });
      documents.set(uuid, name);
    };
    return { sample, isGivenUp: index === 0, target: { assetIdentifier, name, onPassed } };
  });
  const work = async (document: PlannedDocument) => {
    const outcome = await uploadAndCheck(client, document);
    narrator.write(renderOutcome(narrator, document.sample, outcome));
    return outcome;
  };
  // The feed is read starting with the first document, so no other document may be created before it.
  const first = await inParallel(planned.slice(0, 1), 1, work);
  const rest = await inParallel(planned.slice(1), DOCUMENTS_AT_A_TIME, work);
  await journal.close();
  const outcomes = [...first, ...rest];
  narrator.write(`\n${summaryOf(outcomes)}\n`);
  return outcomes.every(({ problem }) => problem === null);
}

/**
 * Uploads a document and checks the result.
 * @throws CommandError if the key is rejected; every other failure is an outcome
 */
async function uploadAndCheck(client: CheckingClient, planned: PlannedDocument) {
  try {
    const { uuid } = await upload(client, planned);
    return await readBack(client, uuid, planned);
  } catch (error) {
    assertKeyAccepted(error);
    if (!(error instanceof CallFailure)) throw error;
    return { statusName: null, sha256: null, problem: error.message };
  }
}

/** Makes the three calls of an external system: create, upload, report. */
async function upload(client: CheckingClient, { sample, isGivenUp, target }: PlannedDocument) {
  if (!isGivenUp) return client.handIn(uploadSourceOf(sample), target);
  const created = await client.create(target);
  await target.onPassed?.("created", created);
  const reported = await client.report(created.uuid, { status: STATUS.uploadFailed });
  await target.onPassed?.("reported", reported);
  return reported;
}

async function readBack(client: CheckingClient, uuid: string, planned: PlannedDocument) {
  const { sample, isGivenUp } = planned;
  const record = await client.get(uuid);
  const { status, statusName, file } = record;
  const sha256 = file && (await client.downloadSha256(uuid, sample.sizeBytes));
  const wantedStatus = isGivenUp ? STATUS.uploadFailed : STATUS.uploadSuccessful;
  const wanted = isGivenUp ? null : sample;
  const problems = [
    stagedDocumentRecord.safeParse(record).success ? null : "its record is not as expected",
    isReported(status, wantedStatus) ? null : `it has status ${status} instead of ${wantedStatus}`,
    historyProblem(await client.readHistory(uuid), wantedStatus),
    file?.size === wanted?.sizeBytes ? null : `its size is reported as ${file?.size ?? "unknown"}`,
    sha256 === (wanted?.sha256 ?? null)
      ? null
      : "the downloaded bytes differ from the uploaded ones",
  ];
  return { statusName, sha256, problem: problems.find((problem) => problem !== null) ?? null };
}

/** Stagedoor may already be processing the upload, or may have finished. */
const isReported = (status: number, wanted: number) =>
  status === wanted || (wanted === STATUS.uploadSuccessful && PROCESSING.includes(status));

const PROCESSING: readonly number[] = [STATUS.processing, STATUS.waitingForReview];

/** Renders one line for a document: its name, its status, and either a note that its bytes match or the problem. */
function renderOutcome({ tone }: Narrator, { name, sizeBytes }: Sample, outcome: Outcome) {
  const { statusName, sha256, problem } = outcome;
  const size = renderSize(sizeBytes).padStart(9);
  const isUploaded = sha256 !== null || problem !== null;
  const status = isUploaded ? (statusName ?? "FAILED") : `${statusName} (as expected)`;
  const bytes = sha256 === null ? "–" : `SHA-256 ${sha256.slice(0, 12)} ok`;
  const verdict = problem === null ? bytes : tone("bad", `✗ ${problem}`);
  return `  ${name.padEnd(38)}  ${size}  ${status.padEnd(27)}  ${verdict}\n`;
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter(({ problem }) => problem !== null).length;
  if (failed > 0) return `${failed} of ${outcomes.length} documents failed or came back different.`;
  return `${counted(outcomes.length - 1, "document")} created, uploaded, reported and downloaded again, identical byte for byte, and 1 upload failed (as expected).`;
}

/** A demo, and the additional parts that its acts about notifications need. */
export interface NotificationDemo extends Demo {
  readonly client: CheckingClient;
  readonly log: DeliveryLog;
  readonly control: ReceiverControl;
  readonly arrivals: Arrivals;
}
