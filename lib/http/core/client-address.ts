import { parseAddress } from "@/lib/kernel/rules/net/network-address";

/**
 * Where `app/server.mjs` puts the address of the connection, in place of whatever a client sent under that name.
 * Behind another server, such as `next start`, clients could write it themselves.
 */
const PEER_ADDRESS_HEADER = "x-stagedoor-peer-address";

/** Who called. */
export interface ClientAddress {
  /** As people write it, for the log. */
  readonly text: string;
  /** What calls and tries are counted under: IPv6 by its /64, of which one client has every address. */
  readonly key: string;
}

/**
 * Who called, as far as it can be known: the connection's other end, or, behind that many proxies of ours, what the
 * outermost of them noted in X-Forwarded-For. What is further left there was written by the client.
 * All that cannot be told are one, `unknown`.
 */
export function clientAddress(headers: Headers, trustedProxyHops: number): ClientAddress {
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",");
  const noted = trustedProxyHops > 0 ? forwarded.at(-trustedProxyHops) : undefined;
  const text = (noted ?? headers.get(PEER_ADDRESS_HEADER) ?? "").trim();
  const address = parseAddress(text);
  if (!address) return { text: "unknown", key: "unknown" };
  const { version, value } = address;
  // A socket for both versions calls 192.0.2.7 ::ffff:192.0.2.7.
  if (version === 4) return { text: text.replace(/^.*:(?=.*\.)/, ""), key: `4 ${value}` };
  return { text, key: `6 ${value >> 64n}` };
}
