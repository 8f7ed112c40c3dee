import "reflect-metadata";
import {
  createPrivateKey,
  type KeyObject,
  X509Certificate as ParsedCertificate,
  webcrypto,
} from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { readFileIfExists } from "../read-file-if-exists";
import { writeFileAtomically } from "../write-file-atomically";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const AUTHORITY_NAME = "CN=Stagedoor receiver of this machine";
const DAY_MS = 86_400_000;
const AUTHORITY_VALID_DAYS = 3_650;
/** The longest that every TLS client accepts of a private authority. */
const SERVER_VALID_DAYS = 825;
/** A clock that is a little behind still accepts what was made just now. */
const BACKDATED_MS = DAY_MS;
/** Name constraints (RFC 5280, 4.2.1.10) in DER: the DNS name localhost and the address 127.0.0.1, nothing else. */
const ONLY_THIS_MACHINE = "301ba019300b82096c6f63616c686f7374300a87087f000001ffffffff";

/** A certificate and its private key, both PEM. */
export interface KeyedCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** What a receiver serves with, and the PEM of the authority that its clients must trust. */
export interface ReceiverCertificates {
  readonly authority: string;
  readonly server: KeyedCertificate;
}

/** The file that a sender names in WEBHOOK_EXTRA_CA_FILE. */
export const authorityFile = (folder: string) => join(folder, "certificate-authority.pem");

/**
 * The authority kept in a folder, made once for 10 years; its private key is readable by the owner only. It can vouch for
 * 127.0.0.1 and localhost alone, so trusting it opens nothing else. Replaced when it cannot be used, or would end before
 * a certificate that it issues now. Not for two processes at the same time on a new folder.
 */
export async function readOrCreateAuthority(folder: string, now: Date): Promise<KeyedCertificate> {
  const keyFile = join(folder, "certificate-authority-key.pem");
  const certificate = readFileIfExists(authorityFile(folder));
  const privateKey = readFileIfExists(keyFile);
  if (certificate !== null && privateKey !== null && isUsable(certificate, privateKey, now)) {
    return { certificate, privateKey };
  }
  const made = await createAuthority(now);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileAtomically(keyFile, made.privateKey);
  writeFileAtomically(authorityFile(folder), made.certificate, 0o644);
  return made;
}

/** Fresh certificates: of the authority given, or of a new one that lives as long as its owner remembers it. */
export async function createCertificates(
  now: Date,
  authority?: KeyedCertificate,
): Promise<ReceiverCertificates> {
  const issuer = authority ?? (await createAuthority(now));
  return { authority: issuer.certificate, server: await issueServerCertificate(issuer, now) };
}

async function createAuthority(now: Date): Promise<KeyedCertificate> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity(now, AUTHORITY_VALID_DAYS),
    name: AUTHORITY_NAME,
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      new Extension("2.5.29.30", true, Buffer.from(ONLY_THIS_MACHINE, "hex")),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return keyed(certificate, keys.privateKey);
}

async function issueServerCertificate(
  authority: KeyedCertificate,
  now: Date,
): Promise<KeyedCertificate> {
  const keys = await generateKeys();
  const issuer = new X509Certificate(authority.certificate);
  const certificate = await X509CertificateGenerator.create({
    ...validity(now, SERVER_VALID_DAYS),
    subject: "CN=localhost",
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importSigningKey(authority.privateKey),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: "ip", value: "127.0.0.1" },
        { type: "dns", value: "localhost" },
      ]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return keyed(certificate, keys.privateKey);
}

const generateKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);

const importSigningKey = (pem: string) =>
  webcrypto.subtle.importKey(
    "pkcs8",
    createPrivateKey(pem).export({ type: "pkcs8", format: "der" }),
    ALGORITHM,
    false,
    ["sign"],
  );

async function keyed(
  certificate: X509Certificate,
  privateKey: webcrypto.CryptoKey,
): Promise<KeyedCertificate> {
  const der = await webcrypto.subtle.exportKey("pkcs8", privateKey);
  return {
    certificate: `${certificate.toString("pem")}\n`,
    privateKey: `${PemConverter.encode(der, PemConverter.PrivateKeyTag)}\n`,
  };
}

const validity = (now: Date, days: number) => ({
  notBefore: new Date(now.getTime() - BACKDATED_MS),
  notAfter: new Date(now.getTime() + days * DAY_MS),
});

/** Both files are whole and belong together: a kill between the two writes of a renewal leaves a pair that does not. */
function isUsable(certificatePem: string, privateKeyPem: string, now: Date): boolean {
  let certificate: ParsedCertificate;
  let privateKey: KeyObject;
  try {
    certificate = new ParsedCertificate(certificatePem);
    privateKey = createPrivateKey(privateKeyPem);
  } catch {
    return false;
  }
  const neededUntilMs = now.getTime() + SERVER_VALID_DAYS * DAY_MS;
  return certificate.checkPrivateKey(privateKey) && Date.parse(certificate.validTo) > neededUntilMs;
}
