import { spawnSync } from "node:child_process";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { describe, expect, test } from "vitest";
import { createS3Client, createUrlSigner, type S3Connection } from "./s3-clients";
import { attachmentDisposition } from "./s3-object-storage";

/** Several addresses and addressing styles, because both determine the Host header. */
const CONNECTIONS: Record<string, S3Connection> = {
  "path style with a port": aConnection("http://127.0.0.1:3001", true),
  "path style without a port": aConnection("https://s3.example.com", true),
  "virtual-host style": aConnection("https://s3.eu-central-1.amazonaws.com", false),
  "virtual-host style with a port": aConnection("http://s3.example.com:9000", false),
};

const KEYS = ["staged/019cbc00-0000-7000-8000-0000000000aa", "odd/~ ü'()*!+&=.pdf"];
const cases = Object.entries(CONNECTIONS).flatMap(([style, connection]) =>
  KEYS.map((key) => ({ style, connection, key })),
);
const SIGNED_AT = new Date("2026-03-01T12:00:00.000Z");

describe("our signer and the SDK's getSignedUrl create the same URL", () => {
  const uploads = cases.flatMap((each) => [null, 7].map((sizeBytes) => ({ ...each, sizeBytes })));

  test.each(uploads)("for PUT, $style, $key and $sizeBytes bytes", async (upload) => {
    const { connection, key, sizeBytes } = upload;
    const client = createS3Client(connection);
    const ours = await createUrlSigner(
      connection,
      client,
    )({
      method: "PUT",
      key,
      signedAt: SIGNED_AT,
      expiresInSeconds: 3600,
      sizeBytes,
      query: { "x-id": "PutObject" },
    });
    const command = new PutObjectCommand({
      Bucket: connection.bucket,
      Key: key,
      ...(sizeBytes === null ? {} : { ContentLength: sizeBytes }),
    });
    const options = { expiresIn: 3600, signingDate: SIGNED_AT };
    expect(partsOf(ours)).toEqual(partsOf(await getSignedUrl(client, command, options)));
  });

  test.each(cases)("for GET, $style and $key", async ({ connection, key }) => {
    const client = createS3Client(connection);
    const disposition = attachmentDisposition("O'Brien & Söhne (1).pdf");
    const ours = await createUrlSigner(
      connection,
      client,
    )({
      method: "GET",
      key,
      signedAt: SIGNED_AT,
      expiresInSeconds: 300,
      sizeBytes: null,
      query: { "response-content-disposition": disposition, "x-id": "GetObject" },
    });
    const command = new GetObjectCommand({
      Bucket: connection.bucket,
      Key: key,
      ResponseContentDisposition: disposition,
    });
    const options = { expiresIn: 300, signingDate: SIGNED_AT };
    expect(partsOf(ours)).toEqual(partsOf(await getSignedUrl(client, command, options)));
  });
});

/** Returns the parts of a URL without the order of its query, which does not affect the signature. */
function partsOf(url: string) {
  const { origin, pathname, searchParams } = new URL(url);
  return { origin, pathname, query: [...searchParams].sort() };
}

function aConnection(endpoint: string, forcePathStyle: boolean): S3Connection {
  return {
    endpoint,
    publicEndpoint: endpoint,
    region: "eu-central-1",
    bucket: "stagedoor",

    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "secret",
    forcePathStyle,
    versioning: "auto",
  };
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const MAKE_A_CLIENT = `
  import { createS3ObjectStorage } from "./lib/adapters/s3/s3-object-storage";
  const endpoint = "http://127.0.0.1:1";
  const names = { region: "us-east-1", bucket: "b", accessKeyId: "id", secretAccessKey: "s" };
  createS3ObjectStorage({ ...names, endpoint, publicEndpoint: endpoint, forcePathStyle: true });
`;

test("a program that uses the object store prints nothing about Node versions", () => {
  const { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: _ours, ...environment } = env;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", MAKE_A_CLIENT],
    { cwd: ROOT, env: environment, encoding: "utf8" },
  );
  expect({ stdout, stderr, status }).toEqual({ stdout: "", stderr: "", status: 0 });
});
