import { isInNetwork, networkOf, parseAddress } from "./network-address";

/**
 * IPv4 ranges outside the public internet, each with its reason (IANA special-purpose registry, multicast, one cloud
 * provider).
 */
const REFUSED_IPV4: readonly (readonly [cidr: string, reason: string])[] = [
  ["0.0.0.0/8", "this network"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "shared by a provider's customers"],
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link-local, metadata services of clouds"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "protocol assignments"],
  ["192.0.2.0/24", "documentation"],
  ["192.31.196.0/24", "AS112"],
  ["192.52.193.0/24", "AMT"],
  ["192.88.99.0/24", "6to4 relays"],
  ["192.168.0.0/16", "private"],
  ["192.175.48.0/24", "AS112"],
  ["198.18.0.0/15", "benchmarks"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved, broadcast"],
  ["168.63.129.16/32", "platform of a cloud"],
];

/**
 * The only IPv6 range allocated for public (global unicast) addresses. Loopback, local, multicast, NAT64 and
 * v4-compatible addresses are outside it.
 */
const GLOBAL_IPV6 = networkOf("2000::/3");

/** Ranges inside `GLOBAL_IPV6` that are not public. */
const REFUSED_IPV6: readonly (readonly [cidr: string, reason: string])[] = [
  ["2001::/23", "Teredo, ORCHID and other protocols"],
  ["2001:db8::/32", "documentation"],
  ["2002::/16", "6to4: an IPv4 address in disguise"],
  ["3fff::/20", "documentation"],
  ["2620:4f:8000::/48", "AS112"],
];

const REFUSED_NETWORKS = [...REFUSED_IPV4, ...REFUSED_IPV6].map(([cidr]) => networkOf(cidr));

/**
 * Returns whether a literal address is on the public internet; denied by default. An IPv4-mapped IPv6 address is treated
 * as IPv4. Returns false for text that is not an address, and for an address with a zone.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  if (address.version === 6 && !isInNetwork(address, GLOBAL_IPV6)) return false;
  return !REFUSED_NETWORKS.some((network) => isInNetwork(address, network));
}
