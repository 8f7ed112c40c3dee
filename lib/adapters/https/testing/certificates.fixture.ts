import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  type JsonGeneralName,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** A server certificate and its key, both as PEM. */
export interface TestCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** A certificate authority that only the current test trusts. */
export interface TestAuthority {
  readonly certificate: string;
  /** @param names host names and addresses; `127.0.0.1` by default */
  issue(options?: { names?: readonly string[]; expiresAt?: Date }): Promise<TestCertificate>;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 86_400_000;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const makeKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);

/** Creates a certificate authority. It and its certificates expire tomorrow. */
export async function createTestAuthority(name = "CN=Test authority"): Promise<TestAuthority> {
  const keys = await makeKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: inDays(-30),
    notAfter: inDays(1),
    extensions: [new BasicConstraintsExtension(true, 1, true)],
  });
  return {
    certificate: root.toString("pem"),
    issue: async ({ names = ["127.0.0.1"], expiresAt = inDays(1) } = {}) => {
      const serverKeys = await makeKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${names[0]}`,
        issuer: root.subject,
        publicKey: serverKeys.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        notBefore: inDays(-30),
        notAfter: expiresAt,
        extensions: [new SubjectAlternativeNameExtension(names.map(generalName))],
      });
      return pemOf(certificate, serverKeys.privateKey);
    },
  };
}

/** Creates a server certificate that no authority has signed. */
export async function createSelfSignedCertificate(): Promise<TestCertificate> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=127.0.0.1",
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: inDays(-1),
    notAfter: inDays(1),
    extensions: [new SubjectAlternativeNameExtension([generalName("127.0.0.1")])],
  });
  return pemOf(certificate, keys.privateKey);
}

const generalName = (name: string): JsonGeneralName => ({
  type: /^[\d.]+$/.test(name) ? "ip" : "dns",
  value: name,
});

async function pemOf(certificate: X509Certificate, privateKey: webcrypto.CryptoKey) {
  const der = await webcrypto.subtle.exportKey("pkcs8", privateKey);
  return {
    certificate: certificate.toString("pem"),
    privateKey: PemConverter.encode(der, PemConverter.PrivateKeyTag),
  };
}
