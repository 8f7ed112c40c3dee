import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";

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
