import { X509Certificate } from "node:crypto";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";

/**
 * Returns these authorities together with the public ones. If none are given, returns null: Node's default trust store
 * then applies, including NODE_EXTRA_CA_CERTS.
 */
export const withPublicAuthorities = (extra: readonly string[]): readonly string[] | null =>
  extra.length > 0 ? [...rootCertificates, ...extra] : null;

/**
 * Returns a function for the TLS context: TLS 1.2 or newer, trusting only these authorities, or Node's defaults if null.
 * The context is created when the first connection opens and then kept, because it holds over a hundred certificates.
 * @throws Error if an entry is not a certificate: Node would ignore it, and later connections to receivers would fail
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
