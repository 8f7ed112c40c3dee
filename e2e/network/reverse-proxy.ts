import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, fetch, type RequestInit, type Response } from "undici";

/** The proxies whose configuration is in `docs/operations.md`. */
export type ProxyProgram = "nginx" | "haproxy";

/** Ports on loopback: the proxy's own ports, and those of the parts behind it. */
export interface ProxyPorts {
  readonly proxy: number;
  readonly application: number;
  readonly files: number;
}

/** A proxy that runs with the configuration from the docs, but with its own names, ports and certificate. */
export interface ReverseProxy {
  /** Calls one of the proxy's addresses over TLS, optionally from another loopback address. */
  fetch(url: string, init?: RequestInit, fromAddress?: string): Promise<Response>;
  stop(): Promise<void>;
}

/** Browsers resolve every name that ends in `.localhost` to this machine. */
export const PROXY_HOSTS = { application: "stagedoor.localhost", files: "files.localhost" };

const CONFIGURATION = {
  nginx: "docs/operations/nginx.conf",
  haproxy: "docs/operations/haproxy.cfg",
};

/** Returns why the test cannot run; null if the program and openssl, which makes its certificate, are installed. */
export function missingProxy(program: ProxyProgram): string | null {
  const missing = [program, "openssl"].filter(
    (name) => spawnSync(name, [name === "openssl" ? "version" : "-v"]).status !== 0,
  );
  return missing.length === 0 ? null : `${missing.join(" and ")} is not installed`;
}

/** Starts a proxy and resolves when it accepts connections. @throws Error with the proxy's output if it exits instead */
export async function startReverseProxy(
  program: ProxyProgram,
  ports: ProxyPorts,
): Promise<ReverseProxy> {
  const directory = await mkdtemp(join(tmpdir(), `stagedoor-${program}-`));
  const remove = () => rm(directory, { recursive: true, force: true });
  // nginx drops root privileges and reads the folder as another user.
  await chmod(directory, 0o755);
  const authority = await makeCertificate(directory);
  const configuration = adapt(await readFile(CONFIGURATION[program], "utf8"), directory, ports);
  const file = join(directory, "proxy.conf");
  await writeFile(
    file,
    program === "nginx" ? insideNginx(configuration, directory) : configuration,
  );
  const child = spawn(program, program === "nginx" ? ["-c", file, "-p", directory] : ["-f", file]);
  await untilListening(child, ports.proxy).catch(async (error) => {
    await remove();
    throw error;
  });
  const stop = async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await remove();
  };
  return {
    stop,
    fetch: (url, init, fromAddress) =>
      fetch(url, { ...init, dispatcher: agentFor(authority, fromAddress) }),
  };
}

/**
 * Each replacement must match. Otherwise the docs have changed, and the test would no longer test their configuration.
 */
function adapt(text: string, directory: string, ports: ProxyPorts): string {
  const replacements: readonly [RegExp, string][] = [
    [/(listen|bind) (127\.0\.0\.1)?:?443\b/g, `$1 127.0.0.1:${ports.proxy}`],
    [/127\.0\.0\.1:3000\b/g, `127.0.0.1:${ports.application}`],
    [/127\.0\.0\.1:3001\b/g, `127.0.0.1:${ports.files}`],
    [/\/etc\/ssl\//g, `${directory}/`],
    [/example\.com/g, "localhost"],
  ];
  return replacements.reduce((adapted, [pattern, value]) => {
    if (!pattern.test(adapted)) throw new Error(`The configuration has no ${pattern}.`);
    return adapted.replace(pattern, value);
  }, text);
}

/**
 * Returns a complete nginx configuration with these servers, similar to Debian's nginx.conf, in which all files are in
 * the test's own folder.
 */
const insideNginx = (servers: string, directory: string) => `
daemon off;
pid ${directory}/nginx.pid;
error_log stderr warn;
events { worker_connections 512; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "scgi", "uwsgi"].map((name) => `${name}_temp_path ${directory}/${name};`).join("\n  ")}
  ${servers}
}`;

/** Makes a self-signed certificate, with its key in a separate file and, as HAProxy needs it, in the same file. */
async function makeCertificate(directory: string): Promise<string> {
  const [file, key] = [join(directory, "stagedoor.pem"), join(directory, "stagedoor.key")];
  const names = Object.values(PROXY_HOSTS).map((name) => `DNS:${name}`);
  const result = spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=stagedoor",
    "-addext",
    `subjectAltName=${names}`,
    "-keyout",
    key,
    "-out",
    file,
  ]);
  if (result.status !== 0) throw new Error(`openssl did not make a certificate: ${result.stderr}`);
  const certificate = await readFile(file, "utf8");
  await writeFile(file, certificate + (await readFile(key, "utf8")));
  return certificate;
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  while (!(await canConnect(port))) {
    if (child.exitCode !== null) throw new Error(`The proxy ended: ${said}`);
    await sleep(50);
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

const LOOPBACK = { address: "127.0.0.1", family: 4 };

/** The system's own resolver may not resolve names that end in `.localhost`. */
const agentFor = (ca: string, localAddress?: string) =>
  new Agent({
    ...(localAddress ? { localAddress } : {}),
    connect: {
      ca,
      lookup: (_name, { all }, answer) =>
        all ? answer(null, [LOOPBACK]) : answer(null, LOOPBACK.address, LOOPBACK.family),
    },
  });
