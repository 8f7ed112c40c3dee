import { parseAddress } from "@/lib/kernel/rules/net/network-address";
import type { RequestHeaders } from "./api-request";

/**
 * The header in which `app/serving/server.mjs` passes the address of the connection, replacing any value that the
 * client sent. With a different server, such as `next start`, clients could set it themselves.
 */
const PEER_ADDRESS_HEADER = "x-stagedoor-peer-address";

/** Who called. */
export interface ClientAddress {
  /** The address as it is usually written, for the log: an IP address without port and zone, or `unknown`. */
  readonly text: string;
  /**
   * The key under which calls and attempts are counted, or null if they cannot be told apart. An IPv6 key covers a /64,
   * because a single client can use all of its addresses. If the proxy recorded no address, it is the key of the proxy.
   */
  readonly key: string | null;
  /** Whether `text` is the client's address. */
  readonly isKnown: boolean;
}

const UNKNOWN: ClientAddress = { text: "unknown", key: null, isKnown: false };

/**
 * Returns the address of the client, as far as it can be determined: the other end of the connection or, behind trusted
 * proxies, the address that the outermost of them recorded in X-Forwarded-For. Everything to the left of that address was
 * written by the client. Without that header, the call did not pass through a proxy. If the recorded value is missing or
 * not an address, the address is unknown and never the proxy's, which would be in networks that the client is not in.
 * @param trustedProxyHops the number of trusted proxies; null if it is unknown, in which case all addresses are unknown
 */
export function clientAddress(
  headers: RequestHeaders,
  trustedProxyHops: number | null,
): ClientAddress {
  if (trustedProxyHops === null) return UNKNOWN;
  const peer = readAddress(headers.get(PEER_ADDRESS_HEADER) ?? "") ?? UNKNOWN;
  const forwarded = headers.get("x-forwarded-for");
  if (trustedProxyHops === 0 || forwarded === null) return peer;
  const recorded = forwarded.split(",").at(-trustedProxyHops);
  return readAddress(recorded ?? "") ?? { ...UNKNOWN, key: peer.key };
}

/** Returns the address as it is usually written, or null if it is unknown. */
export const knownAddress = ({ text, isKnown }: ClientAddress): string | null =>
  isKnown ? text : null;

/** Returns the address to record for the author of a change, or an empty object if the address is unknown. */
export const authorAddress = (client: ClientAddress): { readonly address?: string } => {
  const address = knownAddress(client);
  return address === null ? {} : { address };
};

/** Returns the key for an address that was typed in, as `clientAddress` creates it, or null if it is not an address. */
export const addressKeyOf = (text: string): string | null => readAddress(text)?.key ?? null;

/**
 * The formats in which proxies write addresses: `[v6]`, `v4` and `v6`. The first two may have a port, and IPv6 may have a
 * zone.
 */
const BRACKETED = /^\[([\da-f:.]*:[\da-f:.]*)(?:%[\w.%-]+)?\](?::\d{1,5})?$/i;
const IPV4 = /^([\d.]+)(?::\d{1,5})?$/;
const IPV6 = /^([\da-f:.]*:[\da-f:.]*)(?:%[\w.-]+)?$/i;
/** The notation of the Forwarded header (RFC 7239), which some proxies copy. */
const FORWARDED = /^(?:for=)?("?)([^"]*)\1$/i;

function readAddress(written: string): ClientAddress | null {
  const bare = FORWARDED.exec(written.trim())?.[2]?.trim() ?? "";
  const text = (BRACKETED.exec(bare) ?? IPV4.exec(bare) ?? IPV6.exec(bare))?.[1] ?? "";
  const address = parseAddress(text);
  if (!address) return null;
  const { version, value } = address;
  return version === 4
    ? { text: dotted(value), key: `4 ${value}`, isKnown: true }
    : { text, key: `6 ${value >> 64n}`, isKnown: true };
}

/** A dual-stack socket reports 192.0.2.7 as ::ffff:192.0.2.7 or ::ffff:c000:207. */
const dotted = (value: bigint) =>
  [24n, 16n, 8n, 0n].map((bits) => (value >> bits) & 0xffn).join(".");
