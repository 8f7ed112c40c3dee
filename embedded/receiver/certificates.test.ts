import { spawnSync } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  authorityFile,
  createAuthority,
  issueCertificates,
  readOrCreateAuthority,
} from "./certificates";

const NOW = new Date("2026-11-20T12:00:00Z");
const YEAR_MS = 365 * 86_400_000;
const OPENSSL = "openssl";
const KEY_FILE = "certificate-authority-key.pem";

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "stagedoor-certificates-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

test("a server certificate is valid for 127.0.0.1 and localhost, is issued by its authority, and has a separate key", async () => {
  const { authority, server } = await issueCertificates(await createAuthority(NOW), NOW);
  const certificate = new X509Certificate(server.certificate);
  const issuer = new X509Certificate(authority);
  expect(certificate.verify(issuer.publicKey)).toBe(true);
  expect(certificate.checkIssued(issuer)).toBe(true);
  expect(certificate.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect(certificate.checkHost("localhost")).toBe("localhost");
  expect(certificate.checkHost("example.com")).toBeUndefined();
  expect(certificate.checkPrivateKey(createPrivateKey(server.privateKey))).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(issuer.ca).toBe(true);
  expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
});

test("an authority is kept: the receiver uses it again after a restart, and only its owner can read its key", async () => {
  const directory = join(await temporaryDirectory(), "receiver");
  const first = await readOrCreateAuthority(directory, NOW);
  const again = await readOrCreateAuthority(directory, new Date(NOW.getTime() + 5 * YEAR_MS));
  expect(again).toEqual(first);
  expect(await readFile(authorityFile(directory), "utf8")).toBe(first.certificate);
  expect((await stat(join(directory, KEY_FILE))).mode & 0o777).toBe(0o600);
});

test("an authority is replaced if it would expire before a certificate that it issues", async () => {
  const directory = await temporaryDirectory();
  const first = await readOrCreateAuthority(directory, NOW);
  const later = new Date(NOW.getTime() + 8 * YEAR_MS);
  const next = await readOrCreateAuthority(directory, later);
  expect(next.certificate).not.toBe(first.certificate);
  expect(await readOrCreateAuthority(directory, later)).toEqual(next);
});

test.each([
  ["a key of another authority", KEY_FILE, async () => (await createAuthority(NOW)).privateKey],
  ["half a key", KEY_FILE, async () => "-----BEGIN PRIVATE KEY-----\nMIGH"],
  ["half a certificate", "certificate-authority.pem", async () => "-----BEGIN CERTIFICATE-----"],
])("both files are replaced if there is %s", async (_name, file, text) => {
  const directory = await temporaryDirectory();
  const first = await readOrCreateAuthority(directory, NOW);
  await writeFile(join(directory, file), await text());
  const next = await readOrCreateAuthority(directory, NOW);
  expect(next.certificate).not.toBe(first.certificate);
  expect(await readOrCreateAuthority(directory, NOW)).toEqual(next);
});

const hasOpenssl = spawnSync(OPENSSL, ["version"]).status === 0;

test.skipIf(!hasOpenssl)(
  `openssl accepts the chain, but not for a different name${hasOpenssl ? "" : " (skipped: this machine has no openssl)"}`,
  async () => {
    const directory = await temporaryDirectory();
    const now = new Date();
    const authority = await readOrCreateAuthority(directory, now);
    const { server } = await issueCertificates(authority, now);
    const leaf = join(directory, "leaf.pem");
    await writeFile(leaf, server.certificate);
    const verify = (certificate: string) =>
      spawnSync(
        OPENSSL,
        ["verify", "-x509_strict", "-CAfile", authorityFile(directory), certificate],
        { encoding: "utf8" },
      );
    expect(verify(leaf)).toMatchObject({ status: 0, stdout: `${leaf}: OK\n` });

    const foreign = join(directory, "foreign.pem");
    issueWithOpenssl(directory, foreign, "DNS:example.com");
    expect(verify(foreign).stderr).toContain("permitted subtree violation");
  },
);

/** Issues a certificate in the way that somebody who has stolen the authority's key could. */
function issueWithOpenssl(directory: string, file: string, name: string): void {
  const key = join(directory, "foreign-key.pem");
  const result = spawnSync(OPENSSL, [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-CA",
    authorityFile(directory),
    "-CAkey",
    join(directory, KEY_FILE),
    "-days",
    "5",
    "-subj",
    "/CN=example.com",
    "-addext",
    `subjectAltName=${name}`,
    "-addext",
    "basicConstraints=critical,CA:FALSE",
    "-keyout",
    key,
    "-out",
    file,
  ]);
  expect(result.status, String(result.stderr)).toBe(0);
}
