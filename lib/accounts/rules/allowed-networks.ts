import { type Network, networkOf, parseAddress } from "@/lib/kernel/rules/net/network-address";

/** The maximum number of networks per key; nobody would maintain a longer list. */
export const NETWORKS_MAX = 50;

/**
 * Parses a network as people write it: `203.0.113.0/24`, `2001:db8::/32`, or a single address, which becomes a network
 * with only that address.
 * @returns the block to store, or what is wrong with the text
 */
export function readAllowedNetwork(
  text: string,
): { readonly network: string } | { readonly problem: string } {
  const written = text.trim().toLowerCase();
  const alone = parseAddress(written);
  if (alone) return { network: `${written}/${fullBits(alone.version)}` };
  const network = networkOrNull(written);
  if (network === null) {
    return { problem: `"${text}" is not a network such as 203.0.113.0/24 or 2001:db8::/32` };
  }
  const { first, prefixBits } = network;
  const hostBits = BigInt(fullBits(first.version) - prefixBits);
  if ((first.value >> hostBits) << hostBits === first.value) return { network: written };
  const [address] = written.split("/");
  return {
    problem: `"${text}" names an address inside a network: write ${address} for the address alone, or begin with the first address of the network`,
  };
}

const fullBits = (version: 4 | 6) => (version === 4 ? 32 : 128);

function networkOrNull(text: string): Network | null {
  try {
    return networkOf(text);
  } catch {
    return null;
  }
}
