import { isInNetworks, parseAddress } from "@/lib/kernel/rules/net/network-address";
import { isPublicAddress } from "@/lib/kernel/rules/net/public-address";

const DEFAULT_PORT = 443;
const UNPRIVILEGED_PORT_MIN = 1024;
/** The limits of DNS (RFC 1035, 2.3.4). */
const HOST_CHARACTERS_MAX = 253;
const LABEL_CHARACTERS_MAX = 63;

/** Names of this machine and of internal networks, with any prefix; DNS is not queried. */
const INNER_NAMES = ["localhost", "local", "internal"];

/** The rule that a webhook URL breaks, and the message for its author; `scheme` means plain HTTP. */
export interface WebhookUrlObjection {
  readonly rule: "form" | "scheme" | "port" | "address";
  readonly problem: string;
}

/**
 * Returns what is wrong with a webhook URL, or null if it is accepted. The raw text is checked first, everything else in
 * the parsed form, because only the parsed form shows where `127.1` or `loc%61lhost` lead. A name that resolves to a
 * non-public address is not detected here: the sender checks the address.
 * @param allowedNetworks CIDR ranges whose literal addresses are accepted with any port although they are not public
 * @param builtInOrigin the origin of the built-in receiver, accepted although it is on this machine; null if there is
 * none
 */
export function webhookUrlProblem(
  text: string,
  allowedNetworks: readonly string[] = [],
  builtInOrigin: string | null = null,
): string | null {
  return objectToWebhookUrl(text, allowedNetworks, builtInOrigin)?.problem ?? null;
}

/** Does the same as `webhookUrlProblem`, but also returns the broken rule. */
export function objectToWebhookUrl(
  text: string,
  allowedNetworks: readonly string[],
  builtInOrigin: string | null,
): WebhookUrlObjection | null {
  const problem = problemOfForm(text);
  if (problem) return { rule: text.startsWith("http://") ? "scheme" : "form", problem };
  const url = new URL(text);
  const host = hostOf(url);
  if (url.origin === builtInOrigin || isInNetworks(host, allowedNetworks)) return null;
  if (!isWebhookPort(url.port === "" ? DEFAULT_PORT : Number(url.port)))
    return { rule: "port", problem: "must use port 443 or a port from 1024 to 65535" };
  const addressProblem = problemOfHost(host);
  return addressProblem ? { rule: "address", problem: addressProblem } : null;
}

/** Returns whether notifications may be sent to this port of any public address. */
export const isWebhookPort = (port: number): boolean =>
  port === DEFAULT_PORT || port >= UNPRIVILEGED_PORT_MIN;

/** Returns what is wrong with the text of the URL itself, regardless of where the URL leads. */
function problemOfForm(text: string): string | null {
  if (!text.startsWith("https://")) return "must start with https:// in lower case";
  if (/[\p{Cc}\s]/u.test(text)) return "must not contain spaces or control characters";
  if (!text.isWellFormed()) return "must be well-formed Unicode";
  if (!URL.canParse(text)) return "must be a URL such as https://dms.example.com/hook";
  const url = new URL(text);
  if (url.username || url.password)
    return "must not contain a user name or password: the signature identifies the sender";
  return problemOfName(hostOf(url));
}

/** A trailing dot only marks the name as complete. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");

/** IP addresses pass these checks: they are short, and have no dots or only short numbers between them. */
function problemOfName(host: string): string | null {
  if (host.length > HOST_CHARACTERS_MAX)
    return `must have a host name of at most ${HOST_CHARACTERS_MAX} characters`;
  const isLabel = (label: string) => label !== "" && label.length <= LABEL_CHARACTERS_MAX;
  if (!host.split(".").every(isLabel))
    return `must have a host name with 1 to ${LABEL_CHARACTERS_MAX} characters in each part between dots`;
  return null;
}

function problemOfHost(host: string): string | null {
  if (INNER_NAMES.some((name) => host === name || host.endsWith(`.${name}`)))
    return "must not name this machine or an internal network: use a publicly reachable name";
  if (parseAddress(host) && !isPublicAddress(host))
    return "must not point to a private or reserved address: use a publicly reachable one";
  return null;
}
