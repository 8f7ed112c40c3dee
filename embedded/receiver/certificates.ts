import { createPrivateKey, webcrypto, X509Certificate } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { X509Certificate as NewCertificate } from "@peculiar/x509";
import { readFileIfExists, writeFileAtomically } from "../small-files";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 86_400_000;
const AUTHORITY_VALID_DAYS = 3_650;
/** The longest validity that every TLS client accepts from a private authority. */
const SERVER_VALID_DAYS = 825;
/** Name constraints (RFC 5280, 4.2.1.10) in DER that allow only the DNS name localhost and the address 127.0.0.1. */
const ONLY_THIS_MACHINE = "301ba019300b82096c6f63616c686f7374300a87087f000001ffffffff";

/** A certificate and its private key, both in PEM format. */
export interface KeyedCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The receiver's server certificate, and the authority that its clients must trust, in PEM format. */
export interface ReceiverCertificates {
  readonly authority: string;
  readonly server: KeyedCertificate;
}

/** Returns the path of the file that a sender sets as WEBHOOK_EXTRA_CA_FILE. */
export const authorityFile = (directory: string) => join(directory, "certificate-authority.pem");

/**
 * Reads the authority stored in a folder, or creates it for 10 years. Only the owner can read its private key. It can
 * certify only 127.0.0.1 and localhost, so trusting it allows nothing else. It is replaced if it cannot be used, or if it
 * would expire before a certificate that it issues now. Not safe if two processes use a new folder at the same time.
 */
export async function readOrCreateAuthority(
  directory: string,
  now: Date,
): Promise<KeyedCertificate> {
  const keyFile = join(directory, "certificate-authority-key.pem");
  const certificate = readFileIfExists(authorityFile(directory));
  const privateKey = readFileIfExists(keyFile);
  if (certificate !== null && privateKey !== null && isUsable(certificate, privateKey, now)) {
    return { certificate, privateKey };
  }
  const created = await createAuthority(now);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileAtomically(keyFile, created.privateKey);
  writeFileAtomically(authorityFile(directory), created.certificate, 0o644);
  return created;
}

/** Creates an authority without storing it. It can certify only 127.0.0.1 and localhost. */
export async function createAuthority(now: Date): Promise<KeyedCertificate> {
  const x509 = await loadX509();
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(now, AUTHORITY_VALID_DAYS),
    name: "CN=Stagedoor receiver of this machine",
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      new x509.Extension("2.5.29.30", true, Buffer.from(ONLY_THIS_MACHINE, "hex")),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toPem(certificate, keys.privateKey);
}

/** Issues a server certificate for 127.0.0.1 and localhost, with a new key. */
export async function issueCertificates(
  authority: KeyedCertificate,
  now: Date,
): Promise<ReceiverCertificates> {
  const x509 = await loadX509();
  const keys = await generateKeys();
  const issuer = new x509.X509Certificate(authority.certificate);
  const [authorityKey] = x509.PemConverter.decode(authority.privateKey);
  if (authorityKey === undefined) throw new Error("The authority's private key is not PEM.");
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(now, SERVER_VALID_DAYS),
    subject: "CN=localhost",
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey("pkcs8", authorityKey, ALGORITHM, false, ["sign"]),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: "ip", value: "127.0.0.1" },
        { type: "dns", value: "localhost" },
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { authority: authority.certificate, server: await toPem(certificate, keys.privateKey) };
}

/** Loaded only to create certificates, because it takes up 12 MB and the launcher seldom needs it (decision 0068). */
async function loadX509() {
  await import("reflect-metadata");
  return import("@peculiar/x509");
}

const generateKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);

async function toPem(
  certificate: NewCertificate,
  privateKey: webcrypto.CryptoKey,
): Promise<KeyedCertificate> {
  const { PemConverter } = await loadX509();
  const der = await webcrypto.subtle.exportKey("pkcs8", privateKey);
  return {
    certificate: `${certificate.toString("pem")}\n`,
    privateKey: `${PemConverter.encode(der, PemConverter.PrivateKeyTag)}\n`,
  };
}

/** Valid since yesterday, so that a machine whose clock is slightly behind accepts a new certificate. */
const validity = (now: Date, days: number) => ({
  notBefore: new Date(now.getTime() - DAY_MS),
  notAfter: new Date(now.getTime() + days * DAY_MS),
});

/**
 * Returns whether both files are complete and match. If a renewal was killed after writing only one of the files, they
 * do not match.
 */
function isUsable(certificatePem: string, privateKeyPem: string, now: Date): boolean {
  const neededUntilMs = now.getTime() + SERVER_VALID_DAYS * DAY_MS;
  try {
    const certificate = new X509Certificate(certificatePem);
    const belongsTogether = certificate.checkPrivateKey(createPrivateKey(privateKeyPem));
    return belongsTogether && Date.parse(certificate.validTo) > neededUntilMs;
  } catch {
    return false;
  }
}
