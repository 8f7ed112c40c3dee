import { isInNetwork, networkOf, parseAddress } from "./network-address";
import { isPublicAddress } from "./public-address";

const DEFAULT_PORT = 443;
const UNPRIVILEGED_PORT_MIN = 1024;

/** Names of the own machine and of inner networks, whatever stands before them; DNS is not asked. */
const INNER_NAMES = ["localhost", "local", "internal"];

/**
 * What is wrong with a webhook URL, or null when it is accepted. The raw text is judged first, everything else on the
 * parsed form, which alone shows where `127.1` or `loc%61lhost` lead. A name that resolves to an address that is not
 * public is not seen here: whoever sends checks the address.
 * @param allowedNetworks CIDR ranges whose literal addresses are accepted with any port although they are not public
 */
export function webhookUrlProblem(
  text: string,
  allowedNetworks: readonly string[] = [],
): string | null {
  if (!text.startsWith("https://")) return "must start with https:// in lower case";
  if (/[\p{Cc}\s]/u.test(text)) return "must not contain spaces or control characters";
  if (!text.isWellFormed()) return "must be well-formed Unicode";
  if (!URL.canParse(text)) return "must be a URL such as https://dms.example.com/hook";
  const url = new URL(text);
  if (url.username || url.password)
    return "must not contain a user name or a password: the signature shows who sends";
  // Dots at the end only say that the name is complete.
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  if (isInside(host, allowedNetworks)) return null;
  if (!isPortAllowed(url.port)) return "must use port 443 or one from 1024 to 65535";
  if (INNER_NAMES.some((name) => host === name || host.endsWith(`.${name}`)))
    return "must not name this machine or an inner network: use a name that is reachable from outside";
  if (parseAddress(host) && !isPublicAddress(host))
    return "must not point to a private or reserved address: use one that is reachable from outside";
  return null;
}

function isInside(host: string, networks: readonly string[]): boolean {
  const address = parseAddress(host);
  return address !== null && networks.some((cidr) => isInNetwork(address, networkOf(cidr)));
}

/** The parsed form leaves the default port out. */
const isPortAllowed = (port: string) =>
  port === "" || Number(port) === DEFAULT_PORT || Number(port) >= UNPRIVILEGED_PORT_MIN;
