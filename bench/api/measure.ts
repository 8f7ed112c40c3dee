import { type Burst, type Figures, toFigures } from "./figures";
import { generateLoad } from "./generate-load";
import { readProcessUsage } from "./process-usage";
import { type Call, makeRequests, SUCCESS } from "./requests";
import type { Servers } from "./start-servers";
import { createUploadStock, type UploadStock } from "./upload-stock";

/** Bounds of one burst; it ends when the first is reached. */
export interface BurstBounds {
  readonly durationMs: number;
  /** A report needs an uploaded document of its own, which takes long to prepare. */
  readonly requestsMax: Readonly<Record<Call, number>>;
}

/** How much is measured. */
export interface Plan {
  readonly connections: readonly number[];
  /** How often product and bare server take turns. */
  readonly rounds: number;
  readonly burst: BurstBounds;
  /** Until V8 has compiled the hot code, a request costs up to three times as much CPU. */
  readonly warmUp: BurstBounds;
}

/** One line of the table. */
export interface Row {
  readonly call: Call;
  readonly connections: number;
  readonly product: Figures;
  readonly bare: Figures;
}

type ServerName = "product" | "bare";

const CALLS: readonly Call[] = ["create", "report", "get"];
const SERVER_NAMES: readonly ServerName[] = ["product", "bare"];
const WARM_UP_CONNECTIONS = 10;
const DOCUMENTS_TO_READ = 500;

/** Measures every call at every number of connections, product and bare server in turns, after a warm-up. */
export async function measure(
  servers: Servers,
  plan: Plan,
  { signal, onRow }: { signal: AbortSignal; onRow: (row: Row) => void },
): Promise<readonly Row[]> {
  const uploads = createUploadStock(servers, signal);
  await uploads.fillTo(DOCUMENTS_TO_READ);
  const readable = Array.from({ length: DOCUMENTS_TO_READ }, () => uploads.take() ?? "");
  const context = { servers, uploads, readable, signal };
  for (const call of CALLS) {
    for (const name of SERVER_NAMES) {
      await runBurst(context, { call, name, connections: WARM_UP_CONNECTIONS }, plan.warmUp);
    }
  }
  const rows: Row[] = [];
  for (const call of CALLS) {
    for (const connections of plan.connections) {
      const row = await measureRow(context, plan, { call, connections });
      rows.push(row);
      onRow(row);
    }
  }
  return rows;
}

interface BurstContext {
  readonly servers: Servers;
  readonly uploads: UploadStock;
  /** Uuids of documents that can be read. */
  readonly readable: readonly string[];
  readonly signal: AbortSignal;
}

async function measureRow(
  context: BurstContext,
  { rounds, burst }: Plan,
  what: { call: Call; connections: number },
): Promise<Row> {
  const bursts: Record<ServerName, Burst[]> = { product: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of SERVER_NAMES) {
      bursts[name].push(await runBurst(context, { ...what, name }, burst));
    }
  }
  return { ...what, product: toFigures(bursts.product), bare: toFigures(bursts.bare) };
}

async function runBurst(
  { servers, uploads, readable, signal }: BurstContext,
  { call, name, connections }: { call: Call; name: ServerName; connections: number },
  { durationMs, requestsMax }: BurstBounds,
): Promise<Burst> {
  const { port, pid } = servers[name];
  const requests = makeRequests(port, servers.apiKey);
  if (call === "report") await uploads.fillTo(requestsMax.report);
  let sent = 0;
  const next = () => {
    if (sent >= requestsMax[call]) return null;
    sent += 1;
    if (call === "create") return requests.create(`document-${sent}.pdf`);
    if (call === "get") return requests.get(readable[sent % readable.length] ?? "");
    const uuid = uploads.take();
    return uuid && requests.report(uuid);
  };
  const before = readProcessUsage(pid);
  const load = { port, connections, durationMs, next, expectedStatus: SUCCESS[call], signal };
  const result = await generateLoad(load);
  const after = readProcessUsage(pid);
  return {
    ...result,
    cpuMs: before && after && after.cpuMs - before.cpuMs,
    residentBytes: after?.residentBytes ?? null,
  };
}
