import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { HeldChain } from "@/lib/accounts/ports";
import { aKeyNote, aNewApiKey } from "@/lib/accounts/testing/api-key.fixture";
import { NO_DOCUMENT_LIST_FILTER } from "@/lib/documents/list-ports";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { attemptAt } from "@/lib/notifications/testing/deliveries.fixture";
import type { Container } from "../container";
import { type Answer, prepareApi } from "../testing/api.fixture";
import { signInForTest } from "../testing/signed-in.fixture";

// Without this setting, the choice of the processor is read from the database.
const api = prepareApi({ PROCESSOR: "" });
type Ports = Container["ports"];

/** The ports that do not use the database. Every other port of the container is tested. */
const OTHER_PORTS: readonly (keyof Ports)[] = [
  "auditSeals",
  "sealedHeads",
  "passwordHasher",
  "oneTimeCodes",
  "secondFactorPolicy",
  "singleSignOn",
  "deliveryRuns",
  "webhookTransport",
  "builtInReceiver",
  "webhookPolicy",
  "retrySchedule",
  "changes",
  "secretBox",
  "storage",
  "processingStarts",
  "bulkStarts",
  "processor",
  "diskSpace",
  "clock",
  "ids",
  "randomness",
  "limits",
  "sweepLimits",
];

/** Its statement reads no table, so it is never blocked; `database-gone.test.ts` tests it. */
const WITHOUT_A_TABLE = "documents.checkReachable";

const UUID = "019cbc00-0000-7000-8000-0000000000aa";
const AT = new Date("2026-01-01T00:00:00Z");
const ATTEMPT = attemptAt(AT, { n: 1, status: 200 });

/**
 * The arguments of calls that compute with them before their first statement, or for which Prisma checks them. The values
 * of all others do not matter, because their statement is blocked before PostgreSQL reads its values.
 */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  "apiKeys.upsert": [aNewApiKey(), aKeyNote()],
  "apiKeys.rotate": [UUID, { key: aNewApiKey(), until: AT }, aKeyNote()],
  "apiKeys.revokeNamed": ["name", null, aKeyNote()],
  "apiKeys.revoke": [UUID, aKeyNote()],
  "apiKeys.count": [],
  // Its own statement locks no table.
  "auditChain.hold": [(chain: HeldChain) => chain.findHead()],
  "users.find": [UUID],
  "users.findForSignIn": ["ada@example.com"],
  "externalIdentities.findUser": [{ issuer: "issuer", subject: "subject" }],
  "externalIdentities.link": [
    { issuer: "issuer", subject: "subject" },
    { email: "ada@example.com", note: anAuditNote() },
  ],
  "userDirectory.list": [{ text: "", order: "name", limit: 1 }],
  "deliveries.save": [{ notificationId: UUID, generation: 1 }, ATTEMPT, null, AT],
  "notificationLog.list": [
    { state: null, documentUuid: null },
    { after: null, limit: 1 },
  ],
  "notificationLog.saveTest": [{ id: UUID, attempt: ATTEMPT }, anAuditNote()],
  "assetOverviews.list": [
    { isArchived: false, text: null, folder: null, status: null, isNew: null },
    { order: "name", offset: 0, limit: 1, viewer: { userId: UUID, since: AT } },
  ],
  "documentLists.count": [NO_DOCUMENT_LIST_FILTER],
  "documentLists.list": [
    NO_DOCUMENT_LIST_FILTER,
    { by: "name", isDescending: false },
    { after: null, limit: 1 },
  ],
  "assets.update": [UUID, { name: "A", at: AT }, anAuditNote()],
  "assets.amend": [
    UUID,
    { name: "A", isArchived: true, at: AT },
    { edited: anAuditNote(), archived: anAuditNote() },
  ],
  "assets.setArchived": [UUID, { isArchived: true, at: AT }, anAuditNote()],
  "assets.import": [{ created: [], edited: [], at: AT }, anAuditNote()],
  "signInThrottle.countTry": [{ email: "ada@example.com", address: "4 1", knownAs: null }],
  "signInThrottle.forgive": [{ email: "ada@example.com", address: "4 1", knownAs: null }],
  "signInThrottle.lift": [{ email: "ada@example.com" }, anAuditNote()],
};

test("every call of every repository reports the database as unavailable if its connection ends in mid-statement", async () => {
  const { ports } = api.container;
  const calls = callsOf(ports).filter(([name]) => name !== WITHOUT_A_TABLE);
  const outcomes: Record<string, string> = {};
  const other = await lockAllTables();
  for (const [name, call] of calls) outcomes[name] = await endedWhileBlocked(other, call);
  expect(outcomes).toEqual(
    Object.fromEntries(calls.map(([name]) => [name, "database-unavailable"])),
  );
  expect(calls.length).toBeGreaterThan(100);
});

test("a call whose connection ends in mid-statement returns 503 with Retry-After", async () => {
  const { headers } = await signInForTest(api.container);
  const other = await lockAllTables();
  for (const [path, options] of [
    ["/external-api/staged-documents", {}],
    ["/api/cockpit/assets", { headers, key: null }],
  ] as const) {
    let answer: Answer | undefined;
    await endedWhileBlocked(other, async () => {
      answer = await api.call("GET", path, options);
    });
    expect(answer?.status).toBe(503);
    expect(answer?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(answer?.body).toMatchObject({ code: "database-unavailable" });
  }
});

/** Returns every function of every port that uses the database, with its name. */
function callsOf(ports: Ports): [string, () => unknown][] {
  const names = (Object.keys(ports) as (keyof Ports)[]).filter(
    (name) => !OTHER_PORTS.includes(name),
  );
  return names.flatMap((portName) => {
    const port: object = Object(ports[portName]);
    return Object.entries(port).flatMap(([verb, call]): [string, () => unknown][] => {
      // The rest are limits that use cases read.
      if (typeof call !== "function") return [];
      const name = `${portName}.${verb}`;
      const parameters = ARGUMENTS[name] ?? Array.from({ length: 4 }, () => ANYTHING);
      return [[name, () => Reflect.apply(call, port, parameters)]];
    });
  });
}

/** Stands for any argument: it can be called, iterated over and sent to PostgreSQL, and has every property. */
const ANYTHING: unknown = new Proxy(() => undefined, {
  get: (_target, name) => {
    if (name === "then") return undefined;
    if (name === Symbol.iterator) return () => [ANYTHING].values();
    if (name === Symbol.toPrimitive || name === "toString") return () => "1";
    if (name === "toJSON") return () => "1";
    if (name === "length") return 1;
    return ANYTHING;
  },
  apply: () => ANYTHING,
});

/**
 * Blocks every statement that uses a table until the test ends. @returns another connection, because a transaction sees
 * `pg_stat_activity` as it was when it first looked
 */
async function lockAllTables(): Promise<pg.Client> {
  const holder = await connect();
  await holder.query("BEGIN");
  await holder.query(LOCK_ALL_TABLES);
  return connect();
}

/** Opens a connection outside the pool until the test ends. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/**
 * Makes a call whose first statement on a table is blocked, and ends its connection. @returns the code of the call's
 * error, or what happened instead
 */
async function endedWhileBlocked(other: pg.Client, call: () => unknown): Promise<string> {
  let outcome: string | null = null;
  const answer = (async () => call())().then(
    () => "succeeded",
    (error) => String(error?.code ?? error?.stack),
  );
  const noted = answer.then((said) => {
    outcome = said;
  });
  let ended = 0;
  while (outcome === null) {
    const { rowCount } = await other.query(END_BLOCKED);
    ended += rowCount ?? 0;
  }
  await noted;
  return ended > 0 ? (outcome ?? "") : `not blocked: ${outcome}`;
}

const LOCK_ALL_TABLES = `DO $$ BEGIN
  EXECUTE (
    SELECT 'LOCK TABLE ' || string_agg(format('%I', tablename), ', ') || ' IN ACCESS EXCLUSIVE MODE'
    FROM pg_tables WHERE schemaname = 'public'
  );
END $$`;

const END_BLOCKED = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;
