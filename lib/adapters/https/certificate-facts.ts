import type { ConnectionFacts } from "@/lib/notifications/ports/webhook-transport";

/** Of a peer's certificate, as Node shows it; a date is any text that the certificate has. */
interface PeerCertificate {
  readonly issuer?: object;
  readonly valid_to?: string;
}

/** What the log keeps of a certificate; null for what it does not say, or not as a date. */
export function certificateFactsOf({
  issuer,
  valid_to: validTo,
}: PeerCertificate): Pick<ConnectionFacts, "certificateIssuer" | "certificateExpiresAt"> {
  const expiresAt = new Date(validTo ?? Number.NaN);
  return {
    certificateIssuer: issuer ? nameOf(issuer) : null,
    certificateExpiresAt: Number.isNaN(expiresAt.getTime()) ? null : expiresAt,
  };
}

const nameOf = (issuer: object) =>
  Object.entries(issuer)
    .map(([attribute, value]) => `${attribute}=${value}`)
    .join(", ");
