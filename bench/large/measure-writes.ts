import type pg from "pg";
import { createStagedDocumentRepository } from "@/lib/adapters/postgres/documents/staged-document-repository";
import { systemIds } from "@/lib/adapters/system/system";
import { STATUS } from "@/lib/documents/rules/status";
import { moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { medianOf, timed } from "../report/times";
import { LARGEST_ASSET } from "./fill-statements";

/** The median rates in both databases, in writes per second. */
export interface WriteFigures {
  readonly what: string;
  readonly emptyPerSecond: number;
  readonly largePerSecond: number;
}

const BATCH = 200;
const CALLERS = 8;
const WARM_UP_ROUNDS = 3;
const DAY_MS = 86_400_000;

type Name = "empty" | "large";

/**
 * Creates documents for the largest asset and reports them with the product's own statements, one batch in each database
 * in turn. Their names are as long as those of the inserted documents: shorter rows would each go into the gap at the end
 * of a different old page, which happens only right after an insertion of a million rows. The rows are not removed.
 */
export async function measureWrites(
  pools: Readonly<Record<Name, pg.Pool>>,
  { rounds, signal }: { readonly rounds: number; readonly signal: AbortSignal },
): Promise<WriteFigures[]> {
  const creates: Record<Name, number[]> = { empty: [], large: [] };
  const reports: Record<Name, number[]> = { empty: [], large: [] };
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    signal.throwIfAborted();
    // The first database in a round may be slowed down by the previous round's writes, so the order alternates.
    const order: Name[] = round % 2 === 0 ? ["empty", "large"] : ["large", "empty"];
    for (const name of order) {
      const writer = createWriter(pools[name]);
      const uuids = Array.from({ length: BATCH }, () => systemIds.uuid());
      const createMs = await timeAll(uuids, writer.create);
      const reportMs = await timeAll(uuids, writer.report);
      if (round < 0) continue;
      creates[name].push(createMs);
      reports[name].push(reportMs);
    }
  }
  return [toFigures("create", creates), toFigures("report", reports)];
}

function createWriter(pool: pg.Pool) {
  const documents = createStagedDocumentRepository(pool);
  const author = { actor: "api-key:bench", requestId: systemIds.uuid() };
  const nameOf = (uuid: string) =>
    `lease-${(Number.parseInt(uuid.slice(-5), 16) % 900_000) + 100_000}.pdf`;
  return {
    create: (uuid: string) => {
      const at = new Date();
      const uploadExpiresAt = new Date(at.getTime() + DAY_MS);
      return documents.create(
        { uuid, assetIdentifier: LARGEST_ASSET, name: nameOf(uuid), folder: null, uploadExpiresAt },
        { ...author, move: moveBetween(null, STATUS.waitingForUpload), reason: "created", at },
      );
    },
    report: (uuid: string) =>
      documents.compareAndSetStatus({
        ...author,
        uuid,
        move: moveBetween(STATUS.waitingForUpload, STATUS.uploadSuccessful),
        reason: "reported",
        at: new Date(),
        file: {
          sizeBytes: 12,
          contentType: "application/pdf",
          objectKey: `staged/${uuid}`,
          versionId: "1",
        },
      }),
  };
}

/**
 * Returns how many milliseconds several concurrent callers take for all writes. Each caller begins the next write when
 * its previous one has ended.
 */
function timeAll(
  uuids: readonly string[],
  write: (uuid: string) => Promise<unknown>,
): Promise<number> {
  const rest = [...uuids];
  const call = async () => {
    for (let uuid = rest.pop(); uuid !== undefined; uuid = rest.pop()) await write(uuid);
  };
  return timed(() => Promise.all(Array.from({ length: CALLERS }, call)));
}

const toFigures = (what: string, times: Readonly<Record<Name, number[]>>): WriteFigures => ({
  what,
  emptyPerSecond: perSecond(times.empty),
  largePerSecond: perSecond(times.large),
});

const perSecond = (timesMs: readonly number[]) => (BATCH / medianOf(timesMs)) * 1000;
