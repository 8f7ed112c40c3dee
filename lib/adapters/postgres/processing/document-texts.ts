import type pg from "pg";
import { STATUS } from "@/lib/documents/rules/status";
import type { DocumentTexts } from "@/lib/processing/ports/document-texts";
import type { PageText } from "@/lib/processing/rules/page-text";
import type { ReadingSoFar } from "@/lib/processing/rules/reading-so-far";
import { storableJson } from "@/lib/processing/rules/storable-json";
import { readStoredPage, type StoredPage, storePage } from "@/lib/processing/rules/stored-page";
import { createQuery } from "../core/query";

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
), searchable AS (
  UPDATE document_search AS search SET content = array_to_tsvector(search_words($7, true))
  FROM run WHERE search.document_uuid = run.document_uuid AND $7::text IS NOT NULL
)
SELECT FROM run`,
  },
  findReading: {
    name: "document-text-reading",
    text: "SELECT reading FROM processing_run WHERE document_uuid = $1 AND n = $2 AND reading IS NOT NULL",
  },
  listPages: {
    name: "document-text-pages",
    text: "SELECT page, content FROM document_text WHERE document_uuid = $1 AND run = $2 ORDER BY page",
  },
};

const SEARCHABLE_CHARACTERS = 256 * 1024;

interface PageRow {
  readonly page: number;
  readonly content: StoredPage;
}

/** The text of documents in PostgreSQL, a row for each page. */
export function createDocumentTexts(pool: pg.Pool): DocumentTexts {
  const query = createQuery(pool);
  return {
    async saveBatch({ documentUuid, n }, reading, pages) {
      const saved = await query(STATEMENTS.save, [
        ...[documentUuid, n, storableJson(reading), reading.sha256],
        pages.map(({ number }) => number),
        pages.map((page) => storableJson(storePage(page))),
        searchableText(pages),
      ]);
      return saved.rowCount === 1;
    },
    async findReading({ documentUuid, n }) {
      const values = [documentUuid, n];
      const { rows } = await query<{ reading: ReadingSoFar }>(STATEMENTS.findReading, values);
      return rows[0]?.reading ?? null;
    },
    async listPages({ documentUuid, n }) {
      const { rows } = await query<PageRow>(STATEMENTS.listPages, [documentUuid, n]);
      return rows.map(({ page, content }) => readStoredPage(page, content));
    },
  };
}

/** What a document is found by (decision 0048): the beginning of its first batch; null for later ones. */
function searchableText(pages: readonly PageText[]): string | null {
  if (pages[0]?.number !== 1) return null;
  const words = pages.flatMap(({ lines }) => lines.flat(2).map(({ text }) => text));
  return words.join(" ").slice(0, SEARCHABLE_CHARACTERS);
}
