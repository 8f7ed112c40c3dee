/** Returns the name under which this machine reaches a server that listens on `host`; IPv6 addresses get brackets. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
