import type { ConnectionFacts } from "@/lib/notifications/ports/webhook-transport";

/** What is known of one connection so far; filled in while it is being opened. */
export interface Opening {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  facts: ConnectionFacts;
}

/** What is known where no connection was tried. */
export const NO_CONNECTION: ConnectionFacts = {
  address: null,
  port: null,
  tlsVersion: null,
  certificateIssuer: null,
  certificateExpiresAt: null,
};

/** What is known before anything was tried. */
export const beginOpening = (): Opening => ({
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  facts: NO_CONNECTION,
});

/**
 * What the log keeps of a certificate; null for what it does not say, or not as a date.
 * @param certificate as Node shows it
 */
export function certificateFactsOf(certificate: {
  readonly issuer?: object;
  readonly valid_to?: string;
}): Pick<ConnectionFacts, "certificateIssuer" | "certificateExpiresAt"> {
  const { issuer, valid_to: validTo } = certificate;
  const expiresAt = new Date(validTo ?? Number.NaN);
  const attributes = Object.entries(issuer ?? {});
  return {
    certificateIssuer: issuer
      ? attributes.map(([attribute, value]) => `${attribute}=${value}`).join(", ")
      : null,
    certificateExpiresAt: Number.isNaN(expiresAt.getTime()) ? null : expiresAt,
  };
}
