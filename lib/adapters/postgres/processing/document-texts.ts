import pg from "pg";
import sql from "sql-template-tag";
import { STATUS } from "@/lib/documents/rules/status";
import type { DocumentTexts } from "@/lib/processing/ports";
import type { RunName } from "@/lib/processing/rules/processing-run";
import type { ReadingSoFar } from "@/lib/processing/rules/reading/reading-so-far";
import {
  SEARCHABLE_CHARACTERS_MAX,
  searchableText,
} from "@/lib/processing/rules/storing/searchable-text";
import { storableJson, storableText } from "@/lib/processing/rules/storing/storable-json";
import {
  readStoredPage,
  type StoredPage,
  storePage,
} from "@/lib/processing/rules/storing/stored-page";
import { createQuery, type Query, statement } from "../core/query";

const STATEMENTS = {
  save: statement<
    RunName & {
      reading: string;
      sha256: string | null;
      numbers: readonly number[];
      contents: readonly string[];
    }
  >(
    "document-text-save",
    ({ documentUuid, n, reading, sha256, numbers, contents }) => sql`
WITH run AS (
  UPDATE processing_run AS run SET reading = ${reading}, file_sha256 = COALESCE(${sha256}, run.file_sha256)
  FROM staged_document AS document
  WHERE run.document_uuid = ${documentUuid} AND run.n = ${n} AND run.state = 'taken'
    AND document.uuid = run.document_uuid AND document.processing_run = run.n AND document.status = ${STATUS.processing}
  RETURNING run.document_uuid, run.n
), saved AS (
  INSERT INTO document_text (document_uuid, run, page, content)
  SELECT run.document_uuid, run.n, read.page, read.content
  FROM run, unnest(${numbers}::int[], ${contents}::jsonb[]) AS read (page, content)
  ON CONFLICT (document_uuid, run, page) DO UPDATE SET content = EXCLUDED.content
)
SELECT FROM run`,
  ),
  /**
   * This is a separate statement, because the words are untrusted. It locks the run, so that nothing is written after the
   * run has ended.
   */
  saveSearchable: statement<RunName & { text: string }>(
    "document-text-searchable",
    ({ documentUuid, n, text }) => sql`
WITH run AS (
  SELECT run.document_uuid
  FROM processing_run AS run JOIN staged_document AS document
    ON document.uuid = run.document_uuid AND document.processing_run = run.n AND document.status = ${STATUS.processing}
  WHERE run.document_uuid = ${documentUuid} AND run.n = ${n} AND run.state = 'taken'
  FOR SHARE OF run
)
UPDATE document_search AS search SET content = array_to_tsvector(search_words(${text}, true))
FROM run WHERE search.document_uuid = run.document_uuid`,
  ),
  findReading: statement<RunName>(
    "document-text-reading",
    ({ documentUuid, n }) => sql`
SELECT reading FROM processing_run WHERE document_uuid = ${documentUuid} AND n = ${n} AND reading IS NOT NULL`,
  ),
  listPages: statement<RunName>(
    "document-text-pages",
    ({ documentUuid, n }) => sql`
SELECT page, content FROM document_text WHERE document_uuid = ${documentUuid} AND run = ${n} ORDER BY page`,
  ),
  findPages: statement<{ documentUuid: string; from: number; limit: number }>(
    "document-text-find-pages",
    ({ documentUuid, from, limit }) => sql`
WITH newest AS (SELECT max(run) AS run FROM document_text WHERE document_uuid = ${documentUuid}),
counted AS (
  SELECT count(*)::int AS total FROM document_text JOIN newest USING (run) WHERE document_uuid = ${documentUuid}
)
SELECT counted.total, found.page, found.content
FROM counted LEFT JOIN LATERAL (
  SELECT page, content FROM document_text JOIN newest USING (run)
  WHERE document_uuid = ${documentUuid} AND page >= ${from}
  ORDER BY page LIMIT ${limit}
) AS found ON true
ORDER BY found.page`,
  ),
};

/** The full text is tried first, then shorter and shorter beginnings of it, and finally no text. */
const SEARCHABLE_CHARACTERS = [SEARCHABLE_CHARACTERS_MAX, 64 * 1024, 16 * 1024, 0];
/** SQLSTATE classes for a lost server or connection. Retrying the batch may then succeed. */
const IS_GONE = /^(08|57P)/;
/** pg's message if the server does not respond even when its own timeout has expired. */
const TOO_LONG = "Query read timeout";

interface PageRow {
  readonly page: number;
  readonly content: StoredPage;
}

/** A row of the page that was found; `page` is null if no page has the requested number or a higher number. */
interface FoundRow {
  readonly total: number;
  readonly page: number | null;
  readonly content: StoredPage | null;
}

const toFoundPage = ({ page, content }: FoundRow) =>
  page === null || content === null ? [] : [readStoredPage(page, content)];

/** Receives PostgreSQL's error if it rejects text for the search. The error may quote the text. */
type OnRefused = (error: unknown, run: RunName) => void;

/** Stores the text of documents in PostgreSQL with one row per page, and their words for the search (decision 0048). */
export function createDocumentTexts(pool: pg.Pool, onRefused: OnRefused): DocumentTexts {
  const query = createQuery(pool);
  const listPages = async (run: RunName) => {
    const { rows } = await query<PageRow>(STATEMENTS.listPages(run));
    return rows.map(({ page, content }) => readStoredPage(page, content));
  };
  return {
    async saveBatch(run, reading, pages) {
      const saved = await query(
        STATEMENTS.save({
          ...run,
          reading: storableJson(reading),
          sha256: reading.sha256,
          numbers: pages.map(({ number }) => number),
          contents: pages.map((page) => storableJson(storePage(page))),
        }),
      );
      if (saved.rowCount !== 1) return false;
      if (reading.nextPage !== null) return true;
      // A batch ends at a time limit, so the batches differ between runs. Only the pages of all batches together are
      // always the same.
      const all = reading.batches.length > 1 ? await listPages(run) : pages;
      await saveSearchable(query, run, { text: searchableText(all), onRefused });
      return true;
    },
    async findReading(run) {
      const { rows } = await query<{ reading: ReadingSoFar }>(STATEMENTS.findReading(run));
      return rows[0]?.reading ?? null;
    },
    listPages,
    async findPages(documentUuid, from, limit) {
      const { rows } = await query<FoundRow>(STATEMENTS.findPages({ documentUuid, from, limit }));
      return { pages: rows.flatMap(toFoundPage), total: rows[0]?.total ?? 0 };
    },
  };
}

/**
 * Never causes reading to fail: text that PostgreSQL rejects is shortened, and finally omitted.
 * @throws DomainError `database-unavailable` if the connection to the database is lost
 */
async function saveSearchable(
  query: Query,
  run: RunName,
  { text, onRefused }: { text: string; onRefused: OnRefused },
): Promise<void> {
  for (const characters of SEARCHABLE_CHARACTERS) {
    const shortened = storableText(text.slice(0, characters));
    try {
      await query(STATEMENTS.saveSearchable({ ...run, text: shortened }));
      return;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      onRefused(error, run);
    }
  }
}

/** Returns whether the error or one of its causes is a timeout, or means that PostgreSQL rejected the statement. */
function isRefusal(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !IS_GONE.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  if (error.message === TOO_LONG) return true;
  return error.cause !== undefined && isRefusal(error.cause);
}
