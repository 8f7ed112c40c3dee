import { parseAddress } from "../domain/network-address";

/**
 * Where `app/server.mjs` puts the address of the connection, in place of whatever a client sent under that name.
 * Behind another server, such as `next start`, clients could write it themselves.
 */
const PEER_ADDRESS_HEADER = "x-stagedoor-peer-address";

/**
 * Who called, as far as it can be known: the connection's other end, or, behind that many proxies of ours, what the
 * outermost of them noted in X-Forwarded-For. What is further left there was written by the client.
 * IPv6 counts by its /64, of which one client has every address; all that cannot be told are one.
 */
export function clientAddress(headers: Headers, trustedProxyHops: number): string {
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",");
  const noted = trustedProxyHops > 0 ? forwarded.at(-trustedProxyHops) : undefined;
  const text = noted ?? headers.get(PEER_ADDRESS_HEADER) ?? "";
  const address = parseAddress(text.trim());
  if (!address) return "unknown";
  return address.version === 4 ? `4 ${address.value}` : `6 ${address.value >> 64n}`;
}
