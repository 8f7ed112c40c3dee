import type { StatusMove } from "../ports";
import type { RunStart } from "../rules/run-start";
import type { StagedDocument } from "../rules/staged-document";

/** A processing run as a database row. */
export interface KeptRun {
  readonly documentUuid: string;
  readonly n: number;
  attempt: number;
  state: "waiting" | "taken" | "ended";
  leaseUntil: Date | null;
  takenBy: string | null;
  processor: string | null;
  takenAt: Date | null;
  outcome: string | null;
  requestedAt: Date | null;
  readonly createdAt: Date;
}

/** Every run of every document, in the order written. */
export interface InMemoryRuns {
  readonly rows: readonly KeptRun[];
  /** Returns null if the document's last run has ended or there was none. */
  currentOf(document: Pick<StagedDocument, "uuid" | "processingRun">): KeptRun | null;
  /** Ends any open run of the document. */
  endAll(documentUuid: string, outcome: string): void;
  add(run: Pick<KeptRun, "documentUuid" | "n" | "createdAt"> & Partial<KeptRun>): void;
  /**
   * Applies a move to the runs: ends the current run and begins the one given by the move. Returns the number of the
   * document's last run.
   */
  move(before: StagedDocument, change: StatusMove): number | null;
}

/** Creates an empty table of runs. */
export function createInMemoryRuns(): InMemoryRuns {
  const rows: KeptRun[] = [];
  const runs: InMemoryRuns = {
    rows,
    currentOf: ({ uuid, processingRun }) =>
      rows.find(
        ({ documentUuid, n, state }) =>
          documentUuid === uuid && n === processingRun && state !== "ended",
      ) ?? null,
    endAll: (documentUuid, outcome) => {
      for (const run of rows) {
        if (run.documentUuid !== documentUuid || run.state === "ended") continue;
        Object.assign(run, { state: "ended", outcome, leaseUntil: null });
      }
    },
    add: (run) => {
      const nobody = { takenBy: null, processor: null, takenAt: null, leaseUntil: null };
      rows.push({
        attempt: 1,
        state: "waiting",
        outcome: null,
        requestedAt: null,
        ...nobody,
        ...run,
      });
    },
    move: (before, { begins, at }) => {
      runs.endAll(before.uuid, "superseded");
      if (!begins) return before.processingRun;
      const n = (before.processingRun ?? 0) + 1;
      runs.add({ documentUuid: before.uuid, n, createdAt: at, ...begunAs(begins) });
      return n;
    },
  };
  return runs;
}

const begunAs = ({ takenBy, leaseUntil }: RunStart) => ({
  state: takenBy === null ? ("waiting" as const) : ("taken" as const),
  takenBy,
  leaseUntil,
});
