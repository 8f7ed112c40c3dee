import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction, type TcpNetConnectOpts } from "node:net";
import { type ConnectionOptions, connect, type SecureContext, type TLSSocket } from "node:tls";
import { isPublicAddress } from "@/lib/kernel/rules/net/public-address";
import { isWebhookPort } from "@/lib/notifications/rules/webhook-url";
import { AttemptError } from "./classify-failure";
import { certificateFactsOf, type Opening } from "./connection-facts";

/** The scheme, host and port to connect to. */
export interface ConnectionTarget {
  readonly protocol: string;
  /** A host name, or a literal address without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** The rules for connections: which targets are allowed, and how connections are opened. */
export interface ConnectionRules {
  /** Returns whether an address is allowed although it is not public. All of its ports are then allowed too. */
  readonly isOpened: (address: string) => boolean;
  readonly secureContext: () => SecureContext;
  readonly resolve: ResolveHost;
  /** The timeout for DNS, TCP and TLS together. */
  readonly connectTimeoutMs: number;
}

/**
 * How long to try each of several addresses before trying the next. Node's default of 250 ms is too short for distant
 * continents.
 */
const ADDRESS_TIMEOUT_MS = 1000;

/**
 * Opens a verified TLS connection to an allowed target, or sends nothing: scheme, port, literal address, every resolved
 * address and the peer are checked, and only checked addresses are connected to.
 * @param opening filled in as the connection progresses
 * @param ended aborts the opening; if it is already aborted, nothing is resolved or opened
 * @throws AttemptError if the target is not allowed or the timeout expires; otherwise the error from DNS, TCP or TLS
 */
export async function openConnection(
  target: ConnectionTarget,
  rules: ConnectionRules,
  opening: Opening,
  ended: AbortSignal,
): Promise<TLSSocket> {
  assertAllowed(target, rules);
  // A listener added to a signal that is already aborted is never called, so without this check, the DNS lookup would
  // have no time limit.
  ended.throwIfAborted();
  const deadline = new AbortController();
  const signal = AbortSignal.any([deadline.signal, ended]);
  const timer = setTimeout(
    () => deadline.abort(tooSlow(target, rules, opening)),
    rules.connectTimeoutMs,
  );
  try {
    const addresses = isIP(target.hostname) ? null : await resolve(target, rules, opening, signal);
    signal.throwIfAborted();
    return await handshake(target, addresses, rules, opening, signal);
  } finally {
    clearTimeout(timer);
  }
}

const isAllowed = (address: string, rules: ConnectionRules) =>
  isPublicAddress(address) || rules.isOpened(address);

function assertAllowed({ protocol, hostname, port }: ConnectionTarget, rules: ConnectionRules) {
  if (protocol !== "https:") {
    throw new AttemptError("port-blocked", `the scheme ${protocol} is not https:`);
  }
  if (!isWebhookPort(port) && !rules.isOpened(hostname)) {
    throw new AttemptError(
      "port-blocked",
      `port ${port} is not allowed: use 443 or a port from 1024`,
    );
  }
  if (isIP(hostname) && !isAllowed(hostname, rules)) throw blocked(hostname, hostname);
}

async function resolve(
  { hostname }: ConnectionTarget,
  rules: ConnectionRules,
  opening: Opening,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  const startedAtMs = performance.now();
  const addresses = await orAborted(rules.resolve(hostname), signal);
  opening.dnsMs = performance.now() - startedAtMs;
  if (addresses.length === 0) {
    throw new AttemptError("host-not-found", `${hostname} has no address`);
  }
  // A single non-public address causes all of them to be rejected, because we do not control which one is used.
  const forbidden = addresses.find(({ address }) => !isAllowed(address, rules));
  if (forbidden) throw blocked(hostname, forbidden.address);
  return addresses;
}

function handshake(
  target: ConnectionTarget,
  addresses: readonly LookupAddress[] | null,
  rules: ConnectionRules,
  opening: Opening,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolvePromise, reject) => {
    let phaseAtMs = performance.now();
    const endPhase = () => {
      const phaseMs = performance.now() - phaseAtMs;
      phaseAtMs += phaseMs;
      return phaseMs;
    };
    const socket = connect(optionsOf(target, addresses, rules));
    const abort = () => socket.destroy(asError(signal.reason));
    signal.addEventListener("abort", abort, { once: true });
    // Both listeners run before Node's own, so nothing is sent to a rejected peer, and the certificate is recorded even
    // if Node rejects it.
    socket.prependOnceListener("connect", () => {
      opening.connectMs = endPhase();
      const address = socket.remoteAddress ?? "";
      opening.facts = { ...opening.facts, address, port: socket.remotePort ?? target.port };
      if (!isAllowed(address, rules)) socket.destroy(blocked(target.hostname, address));
    });
    socket.prependOnceListener("secure", () => seeTls(socket, opening));
    socket.once("secureConnect", () => {
      signal.removeEventListener("abort", abort);
      opening.tlsMs = endPhase();
      resolvePromise(socket);
    });
    // This listener is never removed: an error that occurs before the HTTP client adds its own must not end the process.
    socket.on("error", reject);
    socket.once("close", () => reject(new Error("the socket closed")));
  });
}

function optionsOf(
  { hostname, port }: ConnectionTarget,
  addresses: readonly LookupAddress[] | null,
  rules: ConnectionRules,
): ConnectionOptions & TcpNetConnectOpts {
  return {
    host: hostname,
    port,
    ...(addresses && { lookup: answering(addresses), servername: withoutDotsAtEnd(hostname) }),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    noDelay: true,
    secureContext: rules.secureContext(),
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
    rejectUnauthorized: true,
    ALPNProtocols: ["http/1.1"],
  };
}

function seeTls(socket: TLSSocket, opening: Opening): void {
  // `getPeerX509Certificate` is not used, because it removes the certificate from Node's own host name check.
  const facts = certificateFactsOf(socket.getPeerCertificate());
  opening.facts = { ...opening.facts, ...facts, tlsVersion: socket.getProtocol() };
}

/** Returns a lookup function that always returns these addresses, in either form that Node may request. */
const answering =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    if (options.all) return callback(null, [...addresses]);
    const [first] = addresses;
    return callback(null, first?.address ?? "", first?.family);
  };

const blocked = (hostname: string, address: string) =>
  new AttemptError(
    "address-blocked",
    hostname === address ? `${address} is not public` : `${hostname} is ${address}, not public`,
  );

function tooSlow(target: ConnectionTarget, rules: ConnectionRules, opening: Opening) {
  const isResolving = !isIP(target.hostname) && opening.dnsMs === null;
  return new AttemptError(
    isResolving ? "dns-no-answer" : "connect-timeout",
    `${isResolving ? "no answer from DNS" : "no TLS connection"} within ${rules.connectTimeoutMs} ms`,
  );
}

function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolvePromise, reject) => {
    signal.addEventListener("abort", () => reject(asError(signal.reason)), { once: true });
    promise.then(resolvePromise, reject);
  });
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));

/** A trailing dot only marks a name as complete; certificates and SNI omit it. */
const withoutDotsAtEnd = (hostname: string) => hostname.replace(/\.+$/, "");

/** Returns all addresses of a host name. Rejects as `dns.lookup` does. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Resolves with the operating system, which also reads its hosts file. */
export const resolveWithSystem: ResolveHost = (hostname) => lookup(hostname, { all: true });

/**
 * Makes concurrent lookups of the same name share one result. Lookups run on four threads that the whole process shares,
 * so a name server that hangs for one host must not occupy them all.
 */
export function sharing(resolve: ResolveHost): ResolveHost {
  const running = new Map<string, Promise<readonly LookupAddress[]>>();
  return (hostname) => {
    const present = running.get(hostname);
    if (present !== undefined) return present;
    const lookup = resolve(hostname).finally(() => running.delete(hostname));
    running.set(hostname, lookup);
    return lookup;
  };
}
