import pg from "pg";
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
import { createQuery, type Query } from "../core/query";

const STATEMENTS = {
  save: {
    name: "document-text-save",
    text: `
WITH run AS (
  UPDATE processing_run AS run SET reading = $3, file_sha256 = COALESCE($4, run.file_sha256)
  FROM staged_document AS document
  WHERE run.document_uuid = $1 AND run.n = $2 AND run.state = 'taken'
    AND document.uuid = run.document_uuid AND document.processing_run = run.n AND document.status = ${STATUS.processing}
  RETURNING run.document_uuid, run.n
), saved AS (
  INSERT INTO document_text (document_uuid, run, page, content)
  SELECT run.document_uuid, run.n, read.page, read.content
  FROM run, unnest($5::int[], $6::jsonb[]) AS read (page, content)
  ON CONFLICT (document_uuid, run, page) DO UPDATE SET content = EXCLUDED.content
)
SELECT FROM run`,
  },
  /**
   * This is a separate statement, because the words are untrusted. It locks the run, so that nothing is written after the
   * run has ended.
   */
  saveSearchable: {
    name: "document-text-searchable",
    text: `
WITH run AS (
  SELECT run.document_uuid
  FROM processing_run AS run JOIN staged_document AS document
    ON document.uuid = run.document_uuid AND document.processing_run = run.n AND document.status = ${STATUS.processing}
  WHERE run.document_uuid = $1 AND run.n = $2 AND run.state = 'taken'
  FOR SHARE OF run
)
UPDATE document_search AS search SET content = array_to_tsvector(search_words($3, true))
FROM run WHERE search.document_uuid = run.document_uuid`,
  },
  findReading: {
    name: "document-text-reading",
    text: "SELECT reading FROM processing_run WHERE document_uuid = $1 AND n = $2 AND reading IS NOT NULL",
  },
  listPages: {
    name: "document-text-pages",
    text: "SELECT page, content FROM document_text WHERE document_uuid = $1 AND run = $2 ORDER BY page",
  },
  findPages: {
    name: "document-text-find-pages",
    text: `
WITH newest AS (SELECT max(run) AS run FROM document_text WHERE document_uuid = $1),
counted AS (
  SELECT count(*)::int AS total FROM document_text JOIN newest USING (run) WHERE document_uuid = $1
)
SELECT counted.total, found.page, found.content
FROM counted LEFT JOIN LATERAL (
  SELECT page, content FROM document_text JOIN newest USING (run)
  WHERE document_uuid = $1 AND page >= $2
  ORDER BY page LIMIT $3
) AS found ON true
ORDER BY found.page`,
  },
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
  const listPages = async ({ documentUuid, n }: RunName) => {
    const { rows } = await query<PageRow>(STATEMENTS.listPages, [documentUuid, n]);
    return rows.map(({ page, content }) => readStoredPage(page, content));
  };
  return {
    async saveBatch({ documentUuid, n }, reading, pages) {
      const saved = await query(STATEMENTS.save, [
        documentUuid,
        n,
        storableJson(reading),
        reading.sha256,
        pages.map(({ number }) => number),
        pages.map((page) => storableJson(storePage(page))),
      ]);
      if (saved.rowCount !== 1) return false;
      if (reading.nextPage !== null) return true;
      // A batch ends at a time limit, so the batches differ between runs. Only the pages of all batches together are
      // always the same.
      const all = reading.batches.length > 1 ? await listPages({ documentUuid, n }) : pages;
      const text = searchableText(all);
      await saveSearchable(query, { documentUuid, n }, { text, onRefused });
      return true;
    },
    async findReading({ documentUuid, n }) {
      const values = [documentUuid, n];
      const { rows } = await query<{ reading: ReadingSoFar }>(STATEMENTS.findReading, values);
      return rows[0]?.reading ?? null;
    },
    listPages,
    async findPages(documentUuid, from, limit) {
      const values = [documentUuid, from, limit];
      const { rows } = await query<FoundRow>(STATEMENTS.findPages, values);
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
  { documentUuid, n }: RunName,
  { text, onRefused }: { text: string; onRefused: OnRefused },
): Promise<void> {
  for (const characters of SEARCHABLE_CHARACTERS) {
    const values = [documentUuid, n, storableText(text.slice(0, characters))];
    try {
      await query(STATEMENTS.saveSearchable, values);
      return;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      onRefused(error, { documentUuid, n });
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
