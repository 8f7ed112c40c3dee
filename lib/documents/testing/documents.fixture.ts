import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import type { StagedDocumentRepository, StatusMove } from "../ports";
import type { Status } from "../rules/status";
import { makeDocumentAt, moveBetween } from "./document-at-status.fixture";

/** An empty repository, and a way to set the webhook URL. */
export interface DocumentsUnderTest {
  readonly documents: StagedDocumentRepository;
  configureWebhook(url: string | null): Promise<void> | void;
}

/** Creates a repository for a test. */
export type OpenDocuments = () => Promise<DocumentsUnderTest>;

/** A uuid that no document has. */
export const UNKNOWN_UUID = "019cbc00-0000-7000-8000-ffffffffffff";
/** A page that is large enough for every history in these tests. */
export const ALL = { after: null, limit: 100 };

/** Creates an empty repository with one document at a status. */
export async function arrangeDocumentAt(open: OpenDocuments, status: Status) {
  const underTest = await open();
  const ports = { ...underTest, clock: createFixedClock(), ids: createCountingIds() };
  const document = await makeDocumentAt(ports, status);
  const historyOf = async (uuid: string) => await ports.documents.listStatusChanges(uuid, ALL);
  return { ...ports, document, historyOf };
}

/** Creates a change reported with an API key; it contains a file if it leads to status 2. */
export const changeOf = (uuid: string, from: Status, to: Status): StatusMove => ({
  uuid,
  move: moveBetween(from, to),
  actor: "api-key:1",
  reason: "reported",
  at: new Date("2026-03-01T12:30:00.123Z"),
  ...(to === 2 ? { file: FILE } : {}),
});

/** A file whose size does not fit in 32 bits. */
export const FILE = {
  sizeBytes: 5 * 1024 ** 3,
  contentType: "text/plain",
  objectKey: "documents/a/b",
  versionId: "a-version",
};
