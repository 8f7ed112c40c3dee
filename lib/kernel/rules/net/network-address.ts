/** An IP address as a number. IPv4-mapped IPv6 counts as IPv4. */
interface NetworkAddress {
  readonly version: 4 | 6;
  readonly value: bigint;
}

/** A range of addresses with a common prefix. */
export interface Network {
  readonly first: NetworkAddress;
  readonly prefixBits: number;
}

const BITS = { 4: 32, 6: 128 } as const;
const MAPPED_IPV4 = 0xffffn;

/**
 * Parses a literal address: four decimal parts, or IPv6 in any of its forms without brackets.
 * @returns null for everything else, including zones (`%eth0`) and leading zeros in IPv4
 */
export function parseAddress(text: string): NetworkAddress | null {
  if (!text.includes(":")) return addressOf(4, parseIpv4(text));
  const value = parseIpv6(text);
  if (value !== null && value >> 32n === MAPPED_IPV4) return addressOf(4, value & 0xffffffffn);
  return addressOf(6, value);
}

/** Parses `address/prefix`. @throws Error if it is invalid */
export function networkOf(cidr: string): Network {
  const [text = "", bits = "", ...rest] = cidr.split("/");
  const first = parseAddress(text);
  const isWritten = rest.length === 0 && /^\d{1,3}$/.test(bits);
  if (!first || !isWritten || Number(bits) > BITS[first.version]) {
    throw new Error(`${cidr} is not a network such as 10.0.0.0/8 or fd00::/8`);
  }
  return { first, prefixBits: Number(bits) };
}

/** Returns whether an address has the network's version and prefix. */
export function isInNetwork(address: NetworkAddress, { first, prefixBits }: Network): boolean {
  if (address.version !== first.version) return false;
  const rest = BigInt(BITS[first.version] - prefixBits);
  return address.value >> rest === first.value >> rest;
}

/** Returns whether a string is an address inside any of these CIDR ranges. @throws Error if one of them is invalid */
export function isInNetworks(text: string, networks: readonly string[]): boolean {
  const address = parseAddress(text);
  return address !== null && networks.some((cidr) => isInNetwork(address, networkOf(cidr)));
}

const addressOf = (version: 4 | 6, value: bigint | null): NetworkAddress | null =>
  value === null ? null : { version, value };

function parseIpv4(text: string): bigint | null {
  const parts = text.split(".");
  const isWritten = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part));
  if (!isWritten || parts.some((part) => Number(part) > 255)) return null;
  return joinParts(parts.map(BigInt), 8n);
}

/** Parses eight groups of 16 bits, in which one `::` stands for zeros and the last two groups may be written as IPv4. */
function parseIpv6(text: string): bigint | null {
  const halves = withoutDottedEnd(text)?.split("::") ?? [];
  if (halves.length === 0 || halves.length > 2) return null;
  const [head = [], tail] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...(tail ?? [])];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null;
  return joinParts(
    groups.map((group) => BigInt(`0x${group}`)),
    16n,
  );
}

function withoutDottedEnd(text: string): string | null {
  const start = text.lastIndexOf(":") + 1;
  if (!text.includes(".", start)) return text;
  const value = parseIpv4(text.slice(start));
  if (value === null) return null;
  return `${text.slice(0, start)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}

const joinParts = (parts: readonly bigint[], bits: bigint) =>
  parts.reduce((value, part) => (value << bits) | part, 0n);

/** Returns whether a string is a host name or an IP address that a server can listen on. */
export function isHost(text: string): boolean {
  return (
    (parseAddress(text) !== null || /^[a-z\d.-]+$/i.test(text)) &&
    URL.canParse(`http://${reachableName(text)}`)
  );
}

/** Returns the host as URLs write it. A wildcard address cannot be used to reach a server. */
export function reachableName(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
