import { createHash } from "node:crypto";
import type { HistoryEntry } from "@/lib/client/answers";
import { assertNotBusy } from "@/lib/client/call-api";
import { CallFailure, receive } from "@/lib/client/call-failure";
import { type Pause, retrying, SYSTEM_CLOCK } from "@/lib/client/retrying";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import { STATUS, type Status } from "@/lib/documents/rules/status";
import type { ApiAccess } from "./access";

/** The client of the API, plus a check of the downloaded bytes. */
export interface CheckingClient extends StagedoorClient {
  /** The whole history, oldest first. */
  readHistory(uuid: string): Promise<HistoryEntry[]>;
  /**
   * Returns the SHA-256 of the content in lower-case hex. Reading stops soon after `sizeBytesMax` bytes, because the
   * digest differs by then.
   * @throws CallFailure
   */
  downloadSha256(uuid: string, sizeBytesMax: number): Promise<string>;
}

const PLACE = "The object store";
const TIMEOUT_MS = 120_000;

/** Creates a client for one address and key. It calls `onPause` before each retry. */
export function createCheckingClient(
  access: ApiAccess,
  onPause: (pause: Pause) => void = () => undefined,
  fetch = globalThis.fetch,
): CheckingClient {
  const client = createStagedoorClient({ ...access, fetch, onPause });
  return {
    ...client,
    readHistory: async (uuid) => {
      const entries: HistoryEntry[] = [];
      for await (const entry of client.history(uuid)) entries.push(entry);
      return entries;
    },
    downloadSha256: (uuid, sizeBytesMax) =>
      retrying(async () => digestOf(await client.contentUrl(uuid), sizeBytesMax), {
        onPause,
        clock: SYSTEM_CLOCK,
      }),
  };
}

function digestOf(downloadSignedUrl: string, sizeBytesMax: number): Promise<string> {
  return receive(PLACE, undefined, async () => {
    const { status, headers, body } = await fetch(downloadSignedUrl, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    assertNotBusy(PLACE, { status, retryAfter: headers.get("retry-after") });
    if (status !== 200) throw new CallFailure(`${PLACE} rejected the download (${status})`);
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of body ?? []) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > sizeBytesMax) break;
    }
    return hash.digest("hex");
  });
}

/**
 * Returns what is wrong with the history of a document that went straight from its creation to `status`, or null if every
 * step occurs once and starts where the previous step ended. Ignores changes that Stagedoor's own processing adds after
 * status 2.
 */
export function historyProblem(history: readonly HistoryEntry[], status: Status): string | null {
  const { waitingForUpload } = STATUS;
  const wanted = `null→1${status === waitingForUpload ? "" : `, 1→${status}`}`;
  const found = history
    .filter(({ actor }) => !PROCESSING.includes(actor))
    .map(({ previousStatus, currentStatus }) => `${previousStatus}→${currentStatus}`)
    .join(", ");
  return found === wanted ? null : `its history is ${found || "empty"} instead of ${wanted}`;
}

/** The actors in a history that move a document during processing. */
const PROCESSING: readonly string[] = ["processor", "watchdog"];
