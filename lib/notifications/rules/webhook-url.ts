import { isInNetworks, parseAddress } from "@/lib/kernel/rules/net/network-address";
import { isPublicAddress } from "@/lib/kernel/rules/net/public-address";

const DEFAULT_PORT = 443;
const UNPRIVILEGED_PORT_MIN = 1024;
/** What DNS can look up (RFC 1035, 2.3.4). */
const HOST_CHARACTERS_MAX = 253;
const LABEL_CHARACTERS_MAX = 63;

/** Names of this machine and of internal networks, with any prefix; DNS is not queried. */
const INNER_NAMES = ["localhost", "local", "internal"];

/** The rule that a webhook URL breaks, and the sentence for its author; `scheme` means plain HTTP. */
export interface WebhookUrlObjection {
  readonly rule: "form" | "scheme" | "port" | "address";
  readonly problem: string;
}

/**
 * What is wrong with a webhook URL, or null when it is accepted. The raw text is judged first, everything else on the
 * parsed form, which alone shows where `127.1` or `loc%61lhost` lead. A name that resolves to a non-public address is not
 * detected here: the sender checks the address.
 * @param allowedNetworks CIDR ranges whose literal addresses are accepted with any port although they are not public
 * @param builtInOrigin where the product's own receiver listens, accepted although it is this machine; null without one
 */
export function webhookUrlProblem(
  text: string,
  allowedNetworks: readonly string[] = [],
  builtInOrigin: string | null = null,
): string | null {
  return objectToWebhookUrl(text, allowedNetworks, builtInOrigin)?.problem ?? null;
}

/** As `webhookUrlProblem`, with the rule that is broken. */
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
    return { rule: "port", problem: "must use port 443 or one from 1024 to 65535" };
  const addressProblem = problemOfHost(host);
  return addressProblem ? { rule: "address", problem: addressProblem } : null;
}

/** Whether notifications are sent to this port of any public address. */
export const isWebhookPort = (port: number): boolean =>
  port === DEFAULT_PORT || port >= UNPRIVILEGED_PORT_MIN;

/** What is wrong with the text, whatever it leads to. */
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

/** Dots at the end only say that the name is complete. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");

/** Addresses are short, and have no dot or four numbers between them. */
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
