import { webhookUrlProblem } from "./webhook-url";

/** The result of an attempt, as stored in the log. */
export interface AttemptFacts {
  readonly url: string;
  readonly webhookId: string;
  /** When the attempt began. */
  readonly at: Date;
  /** null if there was no response. */
  readonly status: number | null;
  /** The Location header of the response. */
  readonly location: string | null;
  /** Why there was no response; null if there was one. */
  readonly code: FailureCode | null;
  readonly certificateExpiresAt: Date | null;
}

/**
 * An explanation of what happened and what the receiver's operator can do about it. Plain text: it may quote the
 * receiver.
 */
export interface AttemptExplanation {
  readonly sentence: string;
  readonly fix: string;
}

/** The only status that counts as received. */
const DELIVERED_STATUS = 200;

const LOCATION_CHARACTERS_MAX = 300;

const RETURN_200 = "Return status 200. The body does not matter.";
const SECOND_FROM_ISO = /\.\d+Z$/;

type Row = readonly [statuses: readonly number[], sentence: string, fix: string];

// biome-ignore format: one row a line, so that the table reads as a table.
const ANSWERS: readonly Row[] = [
  [[301, 302, 303, 307, 308], "Your server redirected to {location}. We do not follow redirects.", "Enter the final address as the webhook URL."],
  [[400, 422], "Your server rejected the content of the notification.", "Expect a JSON array with uuid, url, currentStatus and previousStatus. previousStatus may be null."],
  [[401, 403], "Your server rejected the request as unauthorised.", "Exempt this path from login and IP filters, and verify the signature instead."],
  [[404, 410], "There is no receiver at this path.", "Check the path of the webhook URL. We keep trying for 24 hours."],
  [[405], "Your server does not accept POST at this address.", "Allow POST for this path."],
  [[408, 504], "Your server or a proxy in front of it timed out.", "Store the notification, respond with 200 immediately, and process it afterwards."],
  [[413, 415], "Your server rejected the size or type of the body.", "Allow application/json and up to 100 items per notification."],
  [[429], "Your server asked us to slow down.", "Raise the limit for us. We respect Retry-After."],
  [[500, 502, 503], "Your server had an internal error or was not available.", "Check your server log at {time} for {webhook-id}."],
];

// biome-ignore format: one row a line, so that the table reads as a table.
const FAILURES: Record<FailureCode, readonly [sentence: string, fix: string]> = {
  "host-not-found": ["The host name {host} does not exist in DNS.", "Check the spelling and the DNS record."],
  "dns-no-answer": ["The DNS lookup for {host} got no answer.", "This is usually temporary. If it persists, check your name servers."],
  "connection-refused": ["Nothing is listening on {host}, port {port}.", "Start the receiver or open the port."],
  "no-network-path": ["There is no network path to {host}.", "Check the firewall, routing and IPv6 records."],
  "connect-timeout": ["We could not connect, including the TLS handshake, within 5 s.", "A firewall may be dropping our packets. Allow inbound connections to port {port}."],
  "certificate-self-signed": ["The certificate is self-signed.", "Use a certificate from a public certificate authority."],
  "certificate-chain-incomplete": ["The certificate chain is incomplete, or its issuer is unknown.", "Install the intermediate certificates too."],
  "certificate-wrong-host": ["The certificate is not valid for {host}.", "Add this name to the certificate."],
  "certificate-expired": ["The certificate expired on {date}.", "Renew it."],
  "tls-failed": ["We could not establish a TLS connection. The port may expect plain HTTP.", "Enable HTTPS on port {port} with TLS 1.2 or newer."],
  "connection-closed": ["The connection was closed before a response arrived.", "Look for a crash or a proxy limit at {time}."],
  timeout: ["No complete response arrived within 15 s.", "Respond with 200 first, then process the notification."],
  "answer-not-http": ["The response is not valid HTTP, or its headers exceed 16 KiB.", "Check the server or proxy, and send fewer headers."],
  "address-blocked": ["{host} points to a private or reserved address. We only send to public ones.", "Use a publicly reachable address, or ask the operator to add the network to WEBHOOK_ALLOWED_NETWORKS."],
  "port-blocked": ["Port {port} or the scheme is not allowed.", "Use https on port 443 or a port from 1024 up."],
  "url-blocked": ["The webhook URL {problem}.", "Enter a webhook URL that follows this rule."],
  "internal-fault": ["An error in Stagedoor prevented this attempt.", "Check Stagedoor's log. We keep trying."],
};

/**
 * Explains why an attempt failed and what to do; null if the attempt succeeded, which means status 200.
 * @throws Error if there is neither a status nor a code
 */
export function explainAttempt(facts: AttemptFacts): AttemptExplanation | null {
  if (facts.status === DELIVERED_STATUS) return null;
  const [sentence, fix] = explanationOf(facts);
  const values = valuesOf(facts);
  const fill = (text: string) =>
    text.replaceAll(/\{([\w-]+)\}/g, (whole, name: string) => values[name]?.() ?? whole);
  return { sentence: fill(sentence), fix: fill(fix) };
}

function explanationOf({ status, code }: AttemptFacts): readonly [string, string] {
  if (code !== null) return FAILURES[code];
  if (status === null) throw new Error("an attempt has a response or a reason why there is none");
  const row = ANSWERS.find(([statuses]) => statuses.includes(status));
  if (row) return [row[1], row[2]];
  return status >= 200 && status <= 299
    ? ["Your server answered {status}, but only 200 counts as received.", RETURN_200]
    : ["Your server answered {status}, but only 200 counts as received.", "Return status 200."];
}

/** Returns the values of the placeholders in braces; each is computed only if a sentence needs it. */
function valuesOf(facts: AttemptFacts): Record<string, () => string> {
  const url = URL.canParse(facts.url) ? new URL(facts.url) : null;
  return {
    status: () => String(facts.status),
    location: () => shorten(facts.location) ?? "another address, which it did not name",
    host: () => url?.hostname ?? facts.url,
    port: () => url?.port || (url?.protocol === "http:" ? "80" : "443"),
    date: () => facts.certificateExpiresAt?.toISOString().slice(0, 10) ?? "an unknown date",
    time: () => facts.at.toISOString().replace(SECOND_FROM_ISO, "Z"),
    "webhook-id": () => facts.webhookId,
    problem: () => webhookUrlProblem(facts.url) ?? "was not allowed when we sent",
  };
}

function shorten(text: string | null): string | null {
  if (!text) return null;
  return text.length > LOCATION_CHARACTERS_MAX
    ? `${text.slice(0, LOCATION_CHARACTERS_MAX)}…`
    : text;
}

/** The reasons for an attempt: the schedule, or an event outside it. */
export const ATTEMPT_CAUSES = [
  "schedule",
  /** The receiver responded with 200 again. */
  "recovery",
  /** A webhook URL was set. */
  "configuration",
  /** A person requested the attempt while the notification was pending. */
  "send-now",
  /** A person requested a new series after the notification was settled. */
  "resend",
  "test",
] as const;

/** A reason for an attempt. */
export type AttemptCause = (typeof ATTEMPT_CAUSES)[number];

/** Whether attempts with this cause are made because somebody asked to send the notification now or again. */
export const isRequested = (cause: AttemptCause) => cause === "send-now" || cause === "resend";

/** The reasons why an attempt got no response; `explainAttempt` has a sentence for each. */
export const FAILURE_CODES = [
  "host-not-found",
  "dns-no-answer",
  "connection-refused",
  "no-network-path",
  "connect-timeout",
  "certificate-self-signed",
  "certificate-chain-incomplete",
  "certificate-wrong-host",
  "certificate-expired",
  "tls-failed",
  "connection-closed",
  "timeout",
  "answer-not-http",
  "address-blocked",
  "port-blocked",
  "url-blocked",
  "internal-fault",
] as const;

/** A reason why an attempt got no response. */
export type FailureCode = (typeof FAILURE_CODES)[number];
