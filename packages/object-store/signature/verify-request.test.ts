import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Access, presign, type SigningOptions, signWithHeader } from "../conformance/signer";
import { parseRequestTarget } from "../protocol/request-target";
import type { IncomingRequest } from "./signature-claim";
import { type Trust, verifyRequest } from "./verify-request";

const examples = z
  .object({
    credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
    examples: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(["query", "header"]),
        method: z.string(),
        target: z.string(),
        headers: z.record(z.string(), z.string()),
        signedHeaders: z.string(),
        payloadHash: z.string(),
        expectedSignature: z.string(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL("sigv4-examples.json", import.meta.url), "utf8")));

const NOW = new Date("2013-05-24T00:01:00Z");
const trust: Trust = {
  ...examples.credentials,
  region: "us-east-1",
  publicHosts: [],
  now: () => NOW,
};

type Example = (typeof examples.examples)[number];

/** Returns the example as a request, with the signature from its documentation. */
function requestOf(example: Example, signature = example.expectedSignature): IncomingRequest {
  const scope = `${examples.credentials.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${example.signedHeaders},Signature=${signature}`;
  const isQueryForm = example.kind === "query";
  return {
    method: example.method,
    target: parseRequestTarget(
      isQueryForm ? `${example.target}&X-Amz-Signature=${signature}` : example.target,
    ),
    headers: isQueryForm ? example.headers : { ...example.headers, authorization },
  };
}

describe("the examples of the S3 API reference", () => {
  test.each(examples.examples)("$name is accepted with its documented signature", (example) => {
    expect(verifyRequest(requestOf(example), trust).payloadHash).toBe(example.payloadHash);
  });

  test.each(examples.examples)("$name is rejected with a different signature", (example) => {
    const request = requestOf(example, "0".repeat(64));
    expect(() => verifyRequest(request, trust)).toThrow(refusal("SignatureDoesNotMatch"));
  });

  test.each(examples.examples)("$name is rejected with a different secret", (example) => {
    const others = { ...trust, secretAccessKey: "another secret" };
    expect(() => verifyRequest(requestOf(example), others)).toThrow(
      refusal("SignatureDoesNotMatch"),
    );
  });
});

const access: Access = {
  endpoint: "http://store.example:9000",
  ...examples.credentials,
  region: "us-east-1",
  bucket: "documents",
};
const MALFORMED_QUERY = "AuthorizationQueryParametersError";
const MALFORMED_HEADER = "AuthorizationHeaderMalformed";
/** Creates a PUT with a signature in the query that is correct for the given options. */
function queryForm(options: SigningOptions, sent: Readonly<Record<string, string>> = {}) {
  return arrive(presign(access, { at: NOW, key: "k", ...options }), {
    ...options.headers,
    ...sent,
  });
}

/** Creates a PUT with a signature in the header that is correct for the given options. */
function headerForm(options: SigningOptions, sent: Readonly<Record<string, string>> = {}) {
  const payloadHash = options.payloadHash ?? "UNSIGNED-PAYLOAD";
  const { url, headers } = signWithHeader(access, { at: NOW, key: "k", ...options, payloadHash });
  return arrive(url, { ...headers, ...sent });
}

function arrive(url: string, headers: Readonly<Record<string, string>>): IncomingRequest {
  const target = parseRequestTarget(url.slice(access.endpoint.length));
  return { method: "PUT", target, headers: { host: "store.example:9000", ...headers } };
}

function without(request: IncomingRequest, header: string): IncomingRequest {
  const headers = Object.entries(request.headers).filter(([name]) => name !== header);
  return { ...request, headers: Object.fromEntries(headers) };
}

const earlier = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

describe("a request that was not changed is accepted", () => {
  test("if it is signed in the query", () => {
    expect(verifyRequest(queryForm({}), trust).payloadHash).toBe("UNSIGNED-PAYLOAD");
  });

  test("if it is signed in the header", () => {
    expect(verifyRequest(headerForm({}), trust).payloadHash).toBe("UNSIGNED-PAYLOAD");
  });

  test("if it is signed in the query and its content hash is unsigned; that hash is then used", () => {
    const payloadHash = "a".repeat(64);
    const request = queryForm({ payloadHash }, { "x-amz-content-sha256": payloadHash });
    expect(verifyRequest(request, trust).payloadHash).toBe(payloadHash);
  });

  test("in the last second of its validity", () => {
    expect(() => verifyRequest(queryForm({ at: earlier(60), expires: "60" }), trust)).not.toThrow();
    expect(() => verifyRequest(headerForm({ at: earlier(900) }), trust)).not.toThrow();
    expect(() => verifyRequest(queryForm({ at: earlier(-900) }), trust)).not.toThrow();
  });
});

const dummy = { "x-dummy": "1" };
const CASES: readonly (readonly [string, string, () => IncomingRequest])[] = [
  [
    "1: both mechanisms",
    "InvalidArgument",
    () => queryForm({}, { authorization: "AWS4-HMAC-SHA256" }),
  ],
  ["1: no mechanism", "AccessDenied", () => arrive("http://store.example:9000/documents/k", {})],
  ["2q: a parameter twice", MALFORMED_QUERY, () => queryForm({ query: [["X-Amz-Date", "x"]] })],
  ["2q: another algorithm", MALFORMED_QUERY, () => queryForm({ algorithm: "AWS4-HMAC-SHA1" })],
  ["2q: Expires 0", MALFORMED_QUERY, () => queryForm({ expires: "0" })],
  ["2q: Expires above a week", MALFORMED_QUERY, () => queryForm({ expires: "604801" })],
  ["2q: Expires no number", MALFORMED_QUERY, () => queryForm({ expires: "1e3" })],
  [
    "2q: a parameter missing",
    MALFORMED_QUERY,
    () => arrive("http://store.example:9000/documents/k?X-Amz-Signature=a", {}),
  ],
  ["2q: a parameter empty", MALFORMED_QUERY, () => queryForm({ signedHeaders: [] })],
  ["1: Signature Version 2", "InvalidRequest", () => headerForm({}, { authorization: "AWS x:y" })],
  ["2h: another form", MALFORMED_HEADER, () => headerForm({}, { authorization: "AWS4-x" })],
  ["2h: no date", "AccessDenied", () => without(headerForm({}), "x-amz-date")],
  ["2h: no content hash", "InvalidRequest", () => without(headerForm({}), "x-amz-content-sha256")],
  ["3: another region", MALFORMED_QUERY, () => queryForm({ region: "eu-west-9" })],
  ["3: another service", MALFORMED_QUERY, () => queryForm({ service: "iam" })],
  ["3: another end of the scope", MALFORMED_QUERY, () => queryForm({ terminator: "aws5_request" })],
  ["3: a sixth part", MALFORMED_QUERY, () => queryForm({ terminator: "aws4_request/x" })],
  ["3: another day than the date's", MALFORMED_QUERY, () => queryForm({ day: "20130523" })],
  ["3: another region in the header", MALFORMED_HEADER, () => headerForm({ region: "eu-west-9" })],
  ["4: a malformed date", "AccessDenied", () => queryForm({ date: "20130524T99" })],
  ["4: an impossible date", "AccessDenied", () => queryForm({ date: "20130524T256100Z" })],
  [
    "4: an ISO date",
    "AccessDenied",
    () => queryForm({ date: "2013-05-24T00:01:00Z", day: "2013-05-" }),
  ],
  ["5: more than 15 min ahead", "AccessDenied", () => queryForm({ at: earlier(-901) })],
  [
    "5: more than 15 min ahead in the header",
    "RequestTimeTooSkewed",
    () => headerForm({ at: earlier(-901) }),
  ],
  ["6: expired", "AccessDenied", () => queryForm({ at: earlier(61), expires: "60" })],
  [
    "6: more than 15 min old in the header",
    "RequestTimeTooSkewed",
    () => headerForm({ at: earlier(901) }),
  ],
  [
    "7: host unsigned",
    "AccessDenied",
    () => queryForm({ headers: dummy, signedHeaders: ["x-dummy"] }),
  ],
  [
    "7: names out of order",
    "AccessDenied",
    () => queryForm({ headers: dummy, signedHeaders: ["x-dummy", "host"] }),
  ],
  ["7: a name twice", "AccessDenied", () => queryForm({ signedHeaders: ["host", "host"] })],
  [
    "7: a name in upper case",
    "AccessDenied",
    () => queryForm({ headers: { "X-Up": "1" }, signedHeaders: ["X-Up", "host"] }),
  ],
  [
    "8: an unsigned x-amz header",
    "AccessDenied",
    () => queryForm({}, { "x-amz-copy-source": "/documents/other" }),
  ],
  [
    "8: an unsigned x-amz header in the header form",
    "AccessDenied",
    () => headerForm({}, { "x-amz-meta-a": "1" }),
  ],
  [
    "8: an unsigned content hash in the header form",
    "AccessDenied",
    () => headerForm({ signedHeaders: ["host", "x-amz-date"] }),
  ],
  ["9: another method", "SignatureDoesNotMatch", () => ({ ...queryForm({}), method: "DELETE" })],
  ["9: another host", "SignatureDoesNotMatch", () => queryForm({}, { host: "other.example" })],
  [
    "9: a signed header named like a built-in",
    "SignatureDoesNotMatch",
    () => queryForm({ headers: { constructor: "x" } }, { constructor: "y" }),
  ],
  [
    "9: an unknown key id",
    "InvalidAccessKeyId",
    () => arrive(presign({ ...access, accessKeyId: "NOBODY" }, { at: NOW, key: "k" }), {}),
  ],
  [
    "10: an aws-chunked body",
    "NotImplemented",
    () => headerForm({ payloadHash: "STREAMING-UNSIGNED-PAYLOAD-TRAILER" }),
  ],
  [
    "10: a content hash that is none",
    "InvalidArgument",
    () => headerForm({ payloadHash: "nonsense" }),
  ],
];

describe("a single fault is rejected with the code of its step", () => {
  test.each(CASES)("%s: %s", (_name, code, request) => {
    expect(() => verifyRequest(request(), trust)).toThrow(refusal(code));
  });
});

describe("a request whose Host was rewritten by a proxy", () => {
  const rewritten = () => queryForm({}, { host: "internal:3001" });

  test("is rejected", () => {
    expect(() => verifyRequest(rewritten(), trust)).toThrow(refusal("SignatureDoesNotMatch"));
  });

  test("is accepted if the signed host is listed as public", () => {
    const behindProxy = { ...trust, publicHosts: ["elsewhere", "store.example:9000"] };
    expect(() => verifyRequest(rewritten(), behindProxy)).not.toThrow();
  });
});

function refusal(code: string) {
  return expect.objectContaining({ name: "S3Error", code });
}
