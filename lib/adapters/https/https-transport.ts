import { X509Certificate } from "node:crypto";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { isInNetworks, networkOf } from "@/lib/kernel/rules/net/network-address";
import type { WebhookAnswer, WebhookTransport } from "@/lib/notifications/ports";
import type { FailureCode } from "@/lib/notifications/rules/explain-attempt";
import {
  objectToWebhookUrl,
  type WebhookUrlObjection,
} from "@/lib/notifications/rules/webhook-url";
import { connectionOver } from "./connection";
import { NO_CONNECTION } from "./connection-facts";
import { createConnectionPool } from "./connection-pool";
import {
  type ConnectionRules,
  openConnection,
  type ResolveHost,
  resolveWithSystem,
  sharing,
} from "./open-connection";
import { sendRequest } from "./send-request";

/** The targets and certificates that an operator allows, and the version sent with each request. */
export interface HttpsTransportOptions {
  /** CIDR ranges that are not public but may receive requests anyway, on any port. */
  readonly allowedNetworks: readonly string[];
  /** Certificate authorities to trust in addition to the public ones, as PEM. */
  readonly extraCertificates: readonly string[];
  /**
   * The built-in receiver on this machine. Only its own origin, `https://127.0.0.1:<port>`, is allowed, and only its own
   * certificate authority is trusted for it.
   */
  readonly builtInReceiver: {
    readonly origin: string;
    readonly certificateAuthority: string;
  } | null;
  /** The version in the `user-agent` header. */
  readonly version: string;
}

/** Dependencies that are replaced only in tests. */
export interface HttpsTransportDependencies {
  readonly resolve: ResolveHost;
  readonly connectTimeoutMs: number;
  readonly timeoutMs: number;
}

/** A transport that keeps connections open and must be closed. */
export interface HttpsTransport extends WebhookTransport {
  /** Waits for running attempts and closes all connections. After that, nothing is sent. */
  close(): Promise<void>;
}

/** The timeout for DNS, TCP and TLS together (docs/notifications.md). */
export const CONNECT_TIMEOUT_MS = 5_000;
/** The timeout for a whole attempt, including the body (docs/notifications.md). */
export const ATTEMPT_TIMEOUT_MS = 15_000;

const FAILURE_OF_RULE: Readonly<Record<WebhookUrlObjection["rule"], FailureCode>> = {
  form: "url-blocked",
  scheme: "port-blocked",
  port: "port-blocked",
  address: "address-blocked",
};

/**
 * Creates a transport that sends over verified TLS to public addresses and to the allowed networks. It does not follow
 * redirects or decompress bodies. An attempt's time starts when its turn comes: at most 20 attempts per origin run
 * concurrently, and origins do not wait for each other.
 * @throws Error if a network or a certificate is invalid
 */
export function createHttpsTransport(
  options: HttpsTransportOptions,
  dependencies: Partial<HttpsTransportDependencies> = {},
): HttpsTransport {
  const { allowedNetworks, builtInReceiver, version } = options;
  allowedNetworks.forEach(networkOf);
  const builtInOrigin = builtInReceiver?.origin ?? null;
  const timeoutMs = dependencies.timeoutMs ?? ATTEMPT_TIMEOUT_MS;
  const rulesOf = rulesByOrigin(options, dependencies);
  const pool = createConnectionPool();
  return {
    send: async (request) => {
      const objection = objectToWebhookUrl(request.url, allowedNetworks, builtInOrigin);
      if (objection) return refused(objection);
      const { origin, protocol, hostname, port } = new URL(request.url);
      const target = { protocol, hostname: withoutBrackets(hostname), port: Number(port || 443) };
      const headers = {
        "user-agent": `Stagedoor/${version}`,
        "accept-encoding": "identity",
        ...request.headers,
      };
      return pool.use(origin, (idle) =>
        sendRequest(idle, {
          request: { ...request, headers },
          timeoutMs,
          open: async (opening, ended) => {
            const socket = await openConnection(target, rulesOf(origin), opening, ended);
            return connectionOver(socket, origin, opening.facts);
          },
        }),
      );
    },
    close: () => pool.close(),
  };
}

/** URLs write IPv6 addresses in brackets. */
const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, "");

const refused = ({ rule, problem }: WebhookUrlObjection): WebhookAnswer => ({
  kind: "failed",
  code: FAILURE_OF_RULE[rule],
  detail: `the webhook URL ${problem}`,
  phases: { dns: null, connect: null, tls: null, firstByte: null, total: 0 },
  connection: NO_CONNECTION,
});

/** The built-in receiver has separate rules, so that its exceptions do not apply to any other origin. */
function rulesByOrigin(
  { allowedNetworks, extraCertificates, builtInReceiver }: HttpsTransportOptions,
  {
    resolve = resolveWithSystem,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
  }: Partial<HttpsTransportDependencies>,
): (origin: string) => ConnectionRules {
  const common: ConnectionRules = {
    isOpened: (address) => isInNetworks(address, allowedNetworks),
    secureContext: trusting(withPublicAuthorities(extraCertificates)),
    resolve: sharing(resolve),
    connectTimeoutMs,
  };
  if (!builtInReceiver) return () => common;
  const { hostname } = new URL(builtInReceiver.origin);
  const builtIn: ConnectionRules = {
    ...common,
    isOpened: (address) => address === hostname,
    secureContext: trusting([builtInReceiver.certificateAuthority]),
  };
  return (origin) => (origin === builtInReceiver.origin ? builtIn : common);
}

/**
 * Returns these authorities together with the public ones. If none are given, returns null: Node's default trust store
 * then applies, including NODE_EXTRA_CA_CERTS.
 */
export const withPublicAuthorities = (extra: readonly string[]): readonly string[] | null =>
  extra.length > 0 ? [...rootCertificates, ...extra] : null;

/**
 * Returns a function for the TLS context: TLS 1.2 or newer, trusting only these authorities, or Node's defaults if null.
 * The context is created when the first connection opens and then kept, because it holds over a hundred certificates.
 * @throws Error if an entry is not a certificate: Node would ignore it, and later connections to receivers would fail
 */
export function trusting(authorities: readonly string[] | null): () => SecureContext {
  for (const pem of authorities ?? []) assertCertificate(pem);
  let context: SecureContext | null = null;
  return () => {
    context ??= createSecureContext({
      minVersion: "TLSv1.2",
      ...(authorities && { ca: [...authorities] }),
    });
    return context;
  };
}

function assertCertificate(pem: string): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw new Error("a certificate authority for webhook receivers is not a PEM certificate", {
      cause,
    });
  }
}
