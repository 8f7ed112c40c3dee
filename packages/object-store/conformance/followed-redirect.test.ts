import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "../node-helpers";
import { put, readText, send, storeObject } from "./client";
import { presign, signWithHeader } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

const API_KEY = { authorization: "Bearer sd_0123456789012345678901234567890123456789012" };

let store: TestStore;
/** Replaces the application: responds to every call with a 307 to the signed URL, as `GET …/content` does. */
const application = createServer((_request, response) => {
  response.writeHead(307, { location: download() }).end();
});
let contentUrl: string;
beforeAll(async () => {
  store = await startTestStore();
  await storeObject(store.access, "report");
  const port = await listen(application, "127.0.0.1", 0);
  contentUrl = `http://127.0.0.1:${port}/content`;
});
afterAll(async () => {
  application.close();
  await store.stop();
});

const download = () => presign(store.access, { method: "GET", key: "report" });

describe("a client that keeps its API key when it follows a redirect to the store", () => {
  test.skipIf(spawnSync("curl", ["--version"]).error)("gets the file if it is curl", async () => {
    const { stdout } = await promisify(execFile)("curl", [
      "--silent",
      "--show-error",
      "--fail-with-body",
      "--location-trusted",
      "--header",
      `Authorization: ${API_KEY.authorization}`,
      contentUrl,
    ]);
    expect(stdout).toBe("hello");
  });

  test("gets the file if it copies every header, as Go's client and wget do", async () => {
    const { status, headers } = await send(contentUrl, { headers: API_KEY });
    expect(status).toBe(307);
    expect(await send(String(headers.location), { headers: API_KEY })).toMatchObject({
      status: 200,
      text: "hello",
    });
  });

  test("can upload a file as well", async () => {
    const url = presign(store.access, { key: "uploaded" });
    expect((await put(url, "sent with a key", API_KEY)).status).toBe(200);
    expect(await readText(store.access, "uploaded")).toBe("sent with a key");
  });
});

describe("a bearer token", () => {
  test("grants no access without a signature", async () => {
    const url = `${store.access.endpoint}/documents/report`;
    expect(await send(url, { headers: API_KEY })).toMatchObject({
      status: 400,
      code: "AuthorizationHeaderMalformed",
    });
  });

  test("does not make a wrong signature valid", async () => {
    const tampered = download().replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect(await send(tampered, { headers: API_KEY })).toMatchObject({
      status: 403,
      code: "SignatureDoesNotMatch",
    });
  });

  test("does not replace a missing signature in an otherwise complete query", async () => {
    const unsigned = download().replace(/&X-Amz-Signature=.*/, "");
    expect(await send(unsigned, { headers: API_KEY })).toMatchObject({ status: 400 });
  });
});

describe("a second authentication mechanism in addition to the signed query", () => {
  const twice = () =>
    signWithHeader(store.access, { key: "report", payloadHash: "UNSIGNED-PAYLOAD" });

  test.each([
    ["a signature in the header", () => twice().headers.authorization ?? ""],
    ["a user name and a password", () => "Basic dXNlcjpwYXNzd29yZA=="],
  ])("is rejected if it is %s", async (_name, authorization) => {
    const reply = await send(download(), { headers: { authorization: authorization() } });
    expect(reply).toMatchObject({ status: 400, code: "InvalidArgument" });
  });
});
