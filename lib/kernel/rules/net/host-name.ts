import { parseAddress } from "./network-address";

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
