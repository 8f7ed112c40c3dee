#!/usr/bin/env node
// Stands in for Prisma's native schema engine, which would have to be downloaded from outside npm. It speaks the engine's
// protocol (JSON-RPC 2.0, one message per line on stdin and stdout) on top of the WebAssembly build from npm. PostgreSQL
// only. If you upgrade prisma, install the WebAssembly package of exactly its engine hash.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const CONNECT_TIMEOUT_MS = 10_000;

/** The JSON-RPC code of every error that the engine reports. */
const ENGINE_ERROR = 4466;

/** Prisma's error codes by SQLSTATE. Anything else is P1001, "cannot be reached". */
const PRISMA_CODES = { "28P01": "P1000", "3D000": "P1003", "42P04": "P1009" };

const DATABASE_COMMANDS = {
  "can-connect-to-database": () => execute(databaseUrl, "SELECT 1"),
  "create-database": () => createDatabase(urlOfDatabase("postgres"), databaseName()),
  "drop-database": () => dropDatabase(urlOfDatabase("postgres"), databaseName()),
};

/** The methods whose names differ between the protocol and the WebAssembly build. */
const ENGINE_METHODS = { getDatabaseVersion: "version" };

/** Catalogue types that the adapter rejects (prisma/orm#27403); they are read as text (25) and text[] (1009). */
const READABLE_TYPES = { 18: 25, 194: 25, 1003: 1009 };

/** The type "char". Its values must reach the engine as characters, or it panics (prisma/orm#29635). */
const CHAR_TYPE = 18;

/**
 * The columns of a result that have the type "char", keyed by the result's rows, which pass through the adapter
 * unchanged.
 */
const charColumnsOf = new WeakMap();

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  strict: false, // the CLI may pass options that have no meaning here
  options: {
    datamodels: { type: "string", multiple: true },
    datasource: { type: "string" },
    version: { type: "boolean" },
  },
});
const databaseUrl = options.datasource ? JSON.parse(options.datasource).url : undefined;

async function main() {
  if (options.version) {
    const { version } = await loadBindings();
    process.stdout.write(`schema-engine-cli ${version()}\n`);
  } else if (positionals[0] === "cli") {
    process.exitCode = await runDatabaseCommand(positionals[1]);
  } else {
    await serveRequests();
    process.exit(0); // the engine's pool would keep the process alive
  }
}

/** Runs the subcommands of `cli` and returns the exit code. */
async function runDatabaseCommand(command) {
  try {
    await DATABASE_COMMANDS[command]();
    return 0;
  } catch (error) {
    logLine("INFO", { message: "starting" }); // the CLI ignores the first line
    const code = PRISMA_CODES[error.code] ?? "P1001";
    logLine("ERROR", { message: reasonOf(error), is_panic: false, error_code: code });
    return 1;
  }
}

function logLine(level, fields) {
  const timestamp = new Date().toISOString();
  const line = JSON.stringify({ timestamp, level, fields, target: "schema_engine::logger" });
  process.stderr.write(`${line}\n`);
}

/** Responds to requests strictly one after the other, as the CLI expects; resolves when the CLI closes stdin. */
async function serveRequests() {
  // Created by the first request that needs it, because it cannot be created before `createDatabase`, which comes first.
  let created;
  const engine = () => (created ??= createEngine());
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    // A message without a method is the CLI's response to our "print".
    if (request.method !== undefined) {
      await answer(request, engine);
    }
  }
}

async function answer({ id, method, params }, engine) {
  try {
    const result = await callMethod(method, params, engine);
    if (method === "diff" && result?.stdout) {
      send({ id: 0, method: "print", params: { content: result.stdout.replace(/\n$/, "") } });
    }
    send({ id, result: result ?? null });
  } catch (error) {
    send({ id, error: describeError(error) });
  }
}

async function callMethod(method, params, engine) {
  if (method === "createDatabase") {
    await DATABASE_COMMANDS["create-database"]();
    return { databaseName: databaseName() };
  }
  const target = await engine();
  return orPanic(() => target[ENGINE_METHODS[method] ?? method](params));
}

/**
 * A panic leaves the call's promise pending and would terminate this process, which the CLI can mistake for success (it
 * then exits with 0 and prints nothing). So the panic becomes the response, and the process continues until stdin is
 * closed.
 */
function orPanic(call) {
  return new Promise((resolve, reject) => {
    globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (text) => reject(new Error(text)) };
    process.removeAllListeners("uncaughtException").once("uncaughtException", reject);
    call().then(resolve, reject);
  });
}

function describeError(error) {
  const code = /^P\d/.test(error?.code) ? error.code : error?.error_code;
  const data = { is_panic: false, message: reasonOf(error), meta: error?.meta, error_code: code };
  const message = "An error happened. Check the data field for details.";
  return { code: ENGINE_ERROR, message, data };
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

async function createEngine() {
  const { SchemaEngine } = await loadBindings();
  const withContent = async (path) => [path, await readFile(path, "utf8")];
  const datamodels = await Promise.all((options.datamodels ?? []).map(withContent));
  // Commands that do not need a database are run without a URL; a connection is opened only when it is used.
  const adapter = new MigrationAdapter(databaseUrl ?? "postgresql://127.0.0.1:1/none");
  return SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
}

async function loadBindings() {
  const { resolve } = createRequire(import.meta.url);
  const directory = dirname(resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
  const bytes = await readFile(join(directory, "schema_engine_bg.wasm"));
  const imports = { "./schema_engine_bg.js": bindings };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

/**
 * Prisma's adapter with the missing parts added. It uses a single connection, because locks and settings belong to a
 * connection.
 */
class MigrationAdapter extends PrismaPg {
  constructor(url) {
    const schema = new URL(url).searchParams.get("schema") ?? "public";
    super({ connectionString: url, max: 1, idleTimeoutMillis: 0 }, { schema });
  }

  async connect() {
    const adapter = await super.connect();
    const performIO = adapter.performIO.bind(adapter);
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.performIO = async (query) => withReadableTypes(await performIO(query));
    adapter.queryRaw = async (query) => withCharacters(await queryRaw(query));
    adapter.executeScript = (script) => executeWhole(adapter, script);
    return adapter;
  }

  async connectToShadowDb() {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await createDatabase(databaseUrl, name);
    const shadow = await new MigrationAdapter(urlOfDatabase(name)).connect();
    const dispose = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await dispose();
      await dropDatabase(databaseUrl, name);
    };
    return shadow;
  }
}

/** The adapter splits a script at each semicolon, which breaks function bodies. */
async function executeWhole(adapter, script) {
  try {
    await adapter.underlyingDriver().query(script);
  } catch (error) {
    adapter.onError(error);
  }
}

function withReadableTypes(result) {
  const columns = [...result.fields.keys()];
  const isCharacter = (column) => result.fields[column].dataTypeID === CHAR_TYPE;
  charColumnsOf.set(result.rows, columns.filter(isCharacter));
  for (const field of result.fields) {
    field.dataTypeID = READABLE_TYPES[field.dataTypeID] ?? field.dataTypeID;
  }
  return result;
}

function withCharacters(result) {
  for (const column of charColumnsOf.get(result.rows) ?? []) {
    result.columnTypes[column] = ColumnTypeEnum.Character;
  }
  return result;
}

function createDatabase(url, name) {
  return execute(url, `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
}

function dropDatabase(url, name) {
  return execute(url, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
}

async function execute(connectionString, statement) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function databaseName() {
  return decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
}

function urlOfDatabase(name) {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** If a connection to a host name with several addresses is refused, the error has a code but no message. */
function reasonOf(error) {
  return error?.message || error?.code || String(error);
}

await main(); // last, because a class exists only after its definition has run
