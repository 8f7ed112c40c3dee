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
