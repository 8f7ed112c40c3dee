import pg from "pg";

/** A statement as it was sent. */
export interface SentStatement {
  readonly text: string;
  /** If a statement has no name, PostgreSQL always plans it for its actual values. */
  readonly name: string | undefined;
  readonly values: readonly unknown[];
}

/** A pool that records the statements sent through it. */
export interface RecordingPool {
  readonly pool: pg.Pool;
  /** Returns the statements that `work` sends, in order. */
  record(work: () => Promise<unknown>): Promise<readonly SentStatement[]>;
}

const CONNECTIONS_MAX = 4;
const TIMEOUT_MS = 60_000;

/** Creates a pool whose connections behave like the product's but have a longer statement timeout. */
export function createRecordingPool(databaseUrl: string): RecordingPool {
  let sent: SentStatement[] | null = null;
  class RecordingClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const send = this.query.bind(this) as (...asked: unknown[]) => unknown;
      const record = (...asked: unknown[]) => {
        const statement = toStatement(asked);
        if (sent && statement) sent.push(statement);
        return send(...asked);
      };
      Object.assign(this, { query: record });
    }
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    statement_timeout: TIMEOUT_MS,
    Client: RecordingClient,
  });
  return {
    pool,
    async record(work) {
      const recorded: SentStatement[] = [];
      sent = recorded;
      try {
        await work();
      } finally {
        sent = null;
      }
      return recorded;
    },
  };
}

function toStatement([first, second]: readonly unknown[]): SentStatement | null {
  if (typeof first === "string") {
    const values = Array.isArray(second) ? second : [];
    return { text: first, name: undefined, values };
  }
  if (typeof first !== "object" || first === null || !("text" in first)) return null;
  const { text, name, values } = first as pg.QueryConfig;
  return { text, name, values: values ?? (Array.isArray(second) ? second : []) };
}
