import { createAssetOverviews } from "@/lib/adapters/postgres/assets/asset-overviews";
import { createDocumentLists } from "@/lib/adapters/postgres/documents/document-lists";
import { createStagedDocumentRepository } from "@/lib/adapters/postgres/documents/staged-document-repository";
import type { AssetFilter, AssetOrder } from "@/lib/assets/ports";
import { NO_DOCUMENT_LIST_FILTER } from "@/lib/documents/list-ports";
import {
  createStagedoorRequests,
  formatRequest,
  openConnection,
  sendExpecting,
} from "../load/generate-load";
import { type Row, type Timed, timeInTurns } from "../report/times";
import { LARGEST_ASSET } from "./fill-database";
import type { Cockpit } from "./start-cockpit";

/**
 * The numbers of rows that the cockpit's pages request. UNASSIGNED includes an extra row, which shows
 * whether there is another page.
 */
const TILES = 60;
const UNASSIGNED = 21;
const DOCUMENTS = 50;

const NO_FILTER: AssetFilter = {
  text: null,
  folder: null,
  status: null,
  isNew: false,
  isArchived: false,
};

/** Measures the cockpit's statements through their adapters. The first row, a document by its uuid, is the reference. */
export async function measureStatements(
  { database: { pool } }: Cockpit,
  rounds: number,
  signal: AbortSignal,
): Promise<Row[]> {
  const overviews = createAssetOverviews(pool);
  const lists = createDocumentLists(pool);
  const documents = createStagedDocumentRepository(pool);
  const uuid = await anyUuid(pool);
  const viewer = await anyViewer(pool);
  const tiles = (what: string, order: AssetOrder, filter: Partial<AssetFilter> = {}): Timed => ({
    what,
    run: () =>
      overviews.list({ ...NO_FILTER, ...filter }, { order, offset: 0, limit: TILES, viewer }),
  });
  const filter = { ...NO_DOCUMENT_LIST_FILTER, assetIdentifier: LARGEST_ASSET };
  const newest = { by: "created", isDescending: true } as const;
  const things: Timed[] = [
    { what: "find a document by uuid (reference)", run: () => documents.find(uuid) },
    tiles("tiles by activity", "activity"),
    tiles("tiles by name", "name"),
    tiles("tiles, search “straße 77”", "activity", { text: "straße 77" }),
    tiles("tiles, only new", "activity", { isNew: true }),
    {
      what: "unassigned",
      run: () => overviews.listUnassigned({ text: null, after: null, limit: UNASSIGNED }),
    },
    {
      what: "documents of the largest asset",
      run: () => lists.list(filter, newest, { after: null, limit: DOCUMENTS }),
    },
  ];
  return timeInTurns(things, rounds, { signal });
}

/** Measures the cockpit over HTTP. The first row, a document by its uuid from the external API, is the reference. */
export async function measureHttp(
  { database: { pool }, port, product: { apiKey }, cookie }: Cockpit,
  rounds: number,
  signal: AbortSignal,
): Promise<Row[]> {
  const connection = await openConnection(port);
  const uuid = await anyUuid(pool);
  const call = (what: string, request: string): Timed => ({
    what,
    run: () => sendExpecting(connection, request, 200),
  });
  const get = (path: string) =>
    formatRequest({ method: "GET", path, port, headers: { Cookie: cookie } });
  const { read } = createStagedoorRequests({ port, apiKey });
  const things = [
    call("GET /external-api/staged-documents/{uuid} (reference)", read(uuid).bytes),
    call("GET /api/cockpit/assets", get("/api/cockpit/assets")),
    call("GET /cockpit, HTML", get("/cockpit")),
  ];
  try {
    return await timeInTurns(things, rounds, { signal });
  } finally {
    connection.close();
  }
}

type Pool = Cockpit["database"]["pool"];

async function anyUuid(pool: Pool): Promise<string> {
  const text = "SELECT uuid FROM staged_document ORDER BY uuid LIMIT 1";
  const { rows } = await pool.query<{ uuid: string }>(text);
  return rows[0]?.uuid ?? "";
}

async function anyViewer(pool: Pool): Promise<{ userId: string; since: Date }> {
  const text = `SELECT id AS "userId", created_at AS since FROM app_user LIMIT 1`;
  const { rows } = await pool.query<{ userId: string; since: Date }>(text);
  if (!rows[0]) throw new Error("there is no administrator");
  return rows[0];
}
