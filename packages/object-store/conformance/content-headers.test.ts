import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getObject, headObject, put, sendSigned, storeObject } from "./client";
import { presign } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

/** The content headers that an upload may send besides the type. */
const CLAIMS = {
  "cache-control": "public, max-age=31536000",
  "content-disposition": "inline",
  "content-encoding": "gzip",
  "content-language": "de",
  expires: "Fri, 24 May 2093 00:00:00 GMT",
};

describe("the content headers of an upload", () => {
  test("are dropped, except for the type, if the signer did not sign the headers", async () => {
    const claims = { ...CLAIMS, "content-type": "application/pdf" };
    await storeObject(store.access, "claimed", "x", claims);
    for (const read of [headObject, getObject]) {
      const { headers } = await read(store.access, "claimed");
      expect(headers["content-type"]).toBe("application/pdf");
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(Object.keys(CLAIMS).join("|"))]),
      );
    }
  });

  test("are all kept if the signer signed the headers", async () => {
    const headers = { ...CLAIMS, "content-type": "application/pdf" };
    await sendSigned(store.access, { key: "described", body: "x", headers });
    expect((await headObject(store.access, "described")).headers).toMatchObject(headers);
  });

  test("get the default type if the type is empty", async () => {
    await storeObject(store.access, "untyped", "x", { "content-type": "" });
    const { headers } = await headObject(store.access, "untyped");
    expect(headers["content-type"]).toBe("binary/octet-stream");
  });

  test("keep a type of 255 characters, but a longer type is rejected with 400 before the body is sent", async () => {
    const type = (length: number) => `text/${"x".repeat(length - 5)}`;
    await storeObject(store.access, "long-type", "x", { "content-type": type(255) });
    expect((await headObject(store.access, "long-type")).headers["content-type"]).toBe(type(255));
    const url = presign(store.access, { key: "too-long-type" });
    const headers = { "content-type": type(256) };
    expect(await put(url, "x", headers, { expectsContinue: true })).toMatchObject({
      status: 400,
      code: "InvalidArgument",
      wasContinued: false,
      text: expect.stringContaining("Content-Type is longer than 255 characters"),
    });
  });
});
