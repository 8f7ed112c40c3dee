import type { ConnectionFacts } from "@/lib/notifications/ports";

/** What is known about a connection while it is being opened. */
export interface Opening {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  facts: ConnectionFacts;
}

/** The facts about an attempt that did not open a connection. */
export const NO_CONNECTION: ConnectionFacts = {
  address: null,
  port: null,
  tlsVersion: null,
  certificateIssuer: null,
  certificateExpiresAt: null,
};

/** Returns the facts known about a connection before it is opened. */
export const beginOpening = (): Opening => ({
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  facts: NO_CONNECTION,
});

/**
 * Returns the facts about a certificate that are kept in the log. A missing issuer or an invalid date is returned as
 * null.
 * @param certificate in the form that Node returns
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
