import { X509Certificate } from "node:crypto";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";

/** These authorities beside the public ones. null: only what Node trusts anyway, NODE_EXTRA_CA_CERTS included. */
export const withPublicAuthorities = (extra: readonly string[]): readonly string[] | null =>
  extra.length > 0 ? [...rootCertificates, ...extra] : null;

/**
 * What TLS 1.2 or newer is spoken with, trusting these authorities and no other; null: Node's own. Made at the first
 * connection and kept, since it holds some hundred certificates.
 * @throws Error when one of them is not a certificate: Node would pass over it, and refuse receivers later
 */
export function trusting(authorities: readonly string[] | null): () => SecureContext {
  for (const pem of authorities ?? []) assertCertificate(pem);
  let context: SecureContext | null = null;
  return () => {
    context ??= createSecureContext({
      minVersion: "TLSv1.2",
      ...(authorities && { ca: [...authorities] }),
    });
    return context;
  };
}

function assertCertificate(pem: string): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw new Error("a certificate authority for webhook receivers is not a PEM certificate", {
      cause,
    });
  }
}
