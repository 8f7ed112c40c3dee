import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";

/** All addresses of a host name. Rejects as `dns.lookup` does. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Asks the operating system, which also knows its own hosts file. */
export const resolveWithSystem: ResolveHost = (hostname) => lookup(hostname, { all: true });

/**
 * Lets questions for the same name that overlap share one answer. The operating system answers on four threads that the
 * whole process shares: a name server that hangs for one host must not take them all.
 */
export function sharing(resolve: ResolveHost): ResolveHost {
  const running = new Map<string, Promise<readonly LookupAddress[]>>();
  return (hostname) => {
    const present = running.get(hostname);
    if (present !== undefined) return present;
    const asked = resolve(hostname).finally(() => running.delete(hostname));
    running.set(hostname, asked);
    return asked;
  };
}
