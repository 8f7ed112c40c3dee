import { parseAddress } from "@/lib/kernel/rules/net/network-address";
import type { RequestHeaders } from "./api-request";

/**
 * The header in which `app/server.mjs` passes the address of the connection, replacing whatever a client sent. Behind
 * another server, such as `next start`, clients could set it themselves.
 */
const PEER_ADDRESS_HEADER = "x-stagedoor-peer-address";

/** Who called. */
export interface ClientAddress {
  /** As people write it, for the log: an IP address without port and zone, or `unknown`. */
  readonly text: string;
  /** The key for counting calls and attempts: IPv6 by /64, because one client has all of its addresses. null: unknown. */
  readonly key: string | null;
}

const UNKNOWN: ClientAddress = { text: "unknown", key: null };

/**
 * Who called, as far as it can be known: the connection's other end, or, behind that many proxies of ours, what the
 * outermost of them noted in X-Forwarded-For. What is further left there was written by the client. Where that is not an
 * address it is the connection's other end again.
 * @param trustedProxyHops null: the number of proxies is unknown, and so are all addresses
 */
export function clientAddress(
  headers: RequestHeaders,
  trustedProxyHops: number | null,
): ClientAddress {
  if (trustedProxyHops === null) return UNKNOWN;
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",");
  const noted = trustedProxyHops > 0 ? forwarded.at(-trustedProxyHops) : undefined;
  return readAddress(noted ?? "") ?? readAddress(headers.get(PEER_ADDRESS_HEADER) ?? "") ?? UNKNOWN;
}

/** The address as people read it; null: it is not known. */
export const knownAddress = ({ text, key }: ClientAddress): string | null =>
  key === null ? null : text;

/** The address for the author of a change; absent if unknown. */
export const authorAddress = (client: ClientAddress): { readonly address?: string } => {
  const address = knownAddress(client);
  return address === null ? {} : { address };
};

/** The key of a typed address, as `clientAddress` makes it; null: it is not an address. */
export const addressKeyOf = (text: string): string | null => readAddress(text)?.key ?? null;

/** `[v6]`, `v4` or `v6`, as proxies write it: the first two optionally with a port, IPv6 optionally with a zone. */
const BRACKETED = /^\[([\da-f:.]*:[\da-f:.]*)(?:%[\w.%-]+)?\](?::\d{1,5})?$/i;
const IPV4 = /^([\d.]+)(?::\d{1,5})?$/;
const IPV6 = /^([\da-f:.]*:[\da-f:.]*)(?:%[\w.-]+)?$/i;
/** How the header Forwarded (RFC 7239) writes one; some proxies copy it. */
const FORWARDED = /^(?:for=)?("?)([^"]*)\1$/i;

function readAddress(written: string): ClientAddress | null {
  const bare = FORWARDED.exec(written.trim())?.[2]?.trim() ?? "";
  const text = (BRACKETED.exec(bare) ?? IPV4.exec(bare) ?? IPV6.exec(bare))?.[1] ?? "";
  const address = parseAddress(text);
  if (!address) return null;
  const { version, value } = address;
  return version === 4
    ? { text: dotted(value), key: `4 ${value}` }
    : { text, key: `6 ${value >> 64n}` };
}

/** A socket for both versions calls 192.0.2.7 ::ffff:192.0.2.7, or ::ffff:c000:207. */
const dotted = (value: bigint) =>
  [24n, 16n, 8n, 0n].map((bits) => (value >> bits) & 0xffn).join(".");
