import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { DomainError } from "@/lib/kernel/rules/errors";
import { createManualTimers } from "@/lib/kernel/testing/manual-timers.fixture";
import { createStagedDocumentBody, reportStatusBody } from "../../documents/external-api-schemas";
import { readJsonBody } from "./read-json-body";

const LIMIT = 64 * 1024;
const TIMERS = createManualTimers();
const VALID = { assetIdentifier: "BLD-0001", name: "report.pdf" };

const aRequest = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request("https://stagedoor.example.com/external-api/staged-documents", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" as const } : {}),
  });

async function refusalOf<T>(request: Request, schema: z.ZodType<T>): Promise<DomainError> {
  const outcome = await readJsonBody(request, schema, TIMERS).catch((error: unknown) => error);
  if (outcome instanceof DomainError) return outcome;
  throw new Error(`no refusal but ${JSON.stringify(outcome)}`, { cause: outcome });
}

const refusedBody = (text: string) => refusalOf(aRequest(text), createStagedDocumentBody);
const pointersOf = (refusal: DomainError) => refusal.errors.map(({ pointer }) => pointer);

/** Returns a body that arrives in pieces and does not declare its length. */
const chunked = (...chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a body is accepted", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "APPLICATION/JSON",
  ])("if its content type is %s", async (type) => {
    const request = aRequest(JSON.stringify(VALID), { "content-type": type });
    expect(await readJsonBody(request, createStagedDocumentBody, TIMERS)).toEqual(VALID);
  });

  test("if a character is split between two of its pieces", async () => {
    const whole = bytes(JSON.stringify({ ...VALID, name: "ü😀.pdf" }));
    const pieces = [...whole].map((byte) => Uint8Array.of(byte));
    const read = await readJsonBody(aRequest(chunked(...pieces)), createStagedDocumentBody, TIMERS);
    expect(read.name).toBe("ü😀.pdf");
  });

  test("if it is exactly 64 KiB long", async () => {
    const text = JSON.stringify({ status: 2 }).padEnd(LIMIT, " ");
    expect(await readJsonBody(aRequest(text), reportStatusBody, TIMERS)).toEqual({ status: 2 });
  });
});

describe("400 malformed-json is returned for", () => {
  test.each([
    ["nothing", ""],
    ["half an object", '{"name": '],
    ["two values", "{} {}"],
    ["a trailing comma", '{"name": "a.pdf",}'],
    ["single quotes", "{'name': 'a.pdf'}"],
    ["NaN", "NaN"],
    ["a form", "name=a.pdf"],
  ])("%s", async (_what, text) => {
    expect((await refusedBody(text)).code).toBe("malformed-json");
  });

  test("a missing body", async () => {
    const refusal = await refusalOf(aRequest(null), createStagedDocumentBody);
    expect(refusal).toMatchObject({ code: "malformed-json", detail: /empty/ });
  });

  test("bytes that are not UTF-8", async () => {
    const body = Buffer.concat([bytes('{"name": "'), Buffer.of(0xff, 0xfe), bytes('.pdf"}')]);
    const refusal = await refusalOf(aRequest(body), createStagedDocumentBody);
    expect(refusal.code).toBe("malformed-json");
  });

  test("UTF-16", async () => {
    const body = Buffer.from(JSON.stringify(VALID), "utf16le");
    const refusal = await refusalOf(aRequest(body), createStagedDocumentBody);
    expect(refusal.code).toBe("malformed-json");
  });

  test("a body that ends early because its sender has disconnected", async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes('{"status":')),
      pull: (controller) => controller.error(new Error("aborted")),
    });
    const refusal = await refusalOf(aRequest(broken), reportStatusBody);
    expect(refusal).toMatchObject({ code: "malformed-json", cause: { message: "aborted" } });
  });

  test("a malformed body, and the problem does not quote it", async () => {
    expect((await refusedBody('{"secret": oops}')).detail).not.toContain("oops");
  });
});

describe("413 body-too-large is returned for", () => {
  test("a declared length above the limit, before any byte is read", async () => {
    const request = aRequest("{}", { "content-length": String(LIMIT + 1) });
    expect((await refusalOf(request, reportStatusBody)).code).toBe("body-too-large");
    expect(request.bodyUsed).toBe(false);
  });

  test("a body longer than its declared length", async () => {
    const request = aRequest(" ".repeat(LIMIT + 1), { "content-length": "2" });
    expect((await refusalOf(request, reportStatusBody)).code).toBe("body-too-large");
  });

  test("pieces without a declared length, as soon as they exceed the limit", async () => {
    let pulls = 0;
    const tooLong = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulls += 1;
        controller.enqueue(new Uint8Array(1024));
        if (pulls === 1_000) controller.close();
      },
    });
    expect((await refusalOf(aRequest(tooLong), reportStatusBody)).code).toBe("body-too-large");
    expect(pulls).toBeLessThan(70);
  });
});

describe("415 unsupported-media-type is returned for", () => {
  test.each([
    "",
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "application/json-patch+json",
    "application/jsonx",
    "application/json; charset=latin1",
    "text/plain, application/json",
  ])("the content type %j", async (type) => {
    const request = aRequest(JSON.stringify(VALID), { "content-type": type });
    const refusal = await refusalOf(request, createStagedDocumentBody);
    expect(refusal.code).toBe("unsupported-media-type");
  });

  test("a missing content type", async () => {
    const request = aRequest(bytes(JSON.stringify(VALID)));
    request.headers.delete("content-type");
    const refusal = await refusalOf(request, createStagedDocumentBody);
    expect(refusal.code).toBe("unsupported-media-type");
  });

  test.each(["gzip", "br", "identity, gzip"])("a body with the encoding %s", async (encoding) => {
    const request = aRequest(JSON.stringify(VALID), { "content-encoding": encoding });
    const refusal = await refusalOf(request, createStagedDocumentBody);
    expect(refusal.code).toBe("unsupported-media-type");
  });
});

describe("422 validation-failed is returned for", () => {
  test.each([
    "null",
    "[]",
    "[[[[]]]]",
    '"text"',
    "7",
    "true",
    `${"[".repeat(500)}${"]".repeat(500)}`,
  ])("%s, which is not an object", async (text) => {
    const refusal = await refusedBody(text);
    expect(refusal.code).toBe("validation-failed");
    expect(refusal.errors).toEqual([{ pointer: "#", detail: "must be a JSON object" }]);
  });

  test("all invalid values, which are reported together", async () => {
    const refusal = await refusedBody('{"assetIdentifier": 7, "name": "noextension"}');
    expect(pointersOf(refusal)).toEqual(["#/assetIdentifier", "#/name"]);
    expect(refusal.detail).toMatch(/#\/assetIdentifier must be a string/);
  });

  test("all missing values, which are reported together", async () => {
    expect(pointersOf(await refusedBody("{}"))).toEqual(["#/assetIdentifier", "#/name"]);
  });

  test("all unknown properties, which are reported together, whatever their names", async () => {
    const unknown = { "a/b": 1, "c~d": 1, "e f": 1, "": 1, constructor: 1, ü: 1 };
    const refusal = await refusedBody(JSON.stringify({ ...VALID, ...unknown }));
    expect(pointersOf(refusal)).toEqual([
      "#/a~1b",
      "#/c~0d",
      "#/e%20f",
      "#/",
      "#/constructor",
      "#/%C3%BC",
    ]);
  });

  test("__proto__, which is treated like any other unknown property", async () => {
    const refusal = await refusedBody('{"assetIdentifier":"A","name":"a.pdf","__proto__":{"x":1}}');
    expect(pointersOf(refusal)).toEqual(["#/__proto__"]);
  });

  test("values that exist only on the prototype and therefore count as missing", async () => {
    const refusal = await refusedBody('{"__proto__":{"assetIdentifier":"A","name":"a.pdf"}}');
    expect(pointersOf(refusal)).toContain("#/name");
  });

  test.each(['"2"', "2.5", "null", "[2]", "{}", "true", "1e999", "9007199254740993"])(
    "status %s, which is not a whole number",
    async (status) => {
      const refusal = await refusalOf(aRequest(`{"status": ${status}}`), reportStatusBody);
      expect(refusal.code).toBe("validation-failed");
      expect(pointersOf(refusal)).toEqual(["#/status"]);
    },
  );
});

test("a byte order mark before the JSON is ignored", async () => {
  const body = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes(JSON.stringify(VALID))]);
  expect(await readJsonBody(aRequest(body), createStagedDocumentBody, TIMERS)).toEqual(VALID);
});

describe("408 body-too-slow is returned for", () => {
  const endless = () => new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });

  test("a body that is incomplete after 10 s, and not before", async () => {
    const timers = createManualTimers();
    const outcome = readJsonBody(aRequest(endless()), reportStatusBody, timers).catch(
      (error: unknown) => error,
    );
    let isOver = false;
    void outcome.then(() => {
      isOver = true;
    });
    await timers.pass(9_999);
    expect(isOver).toBe(false);
    await timers.pass(1);
    expect(await outcome).toMatchObject({
      code: "body-too-slow",
      detail: expect.stringContaining("within 10 s"),
    });
  });

  test("nothing once the body is complete, so that no timer remains", async () => {
    const timers = createManualTimers();
    await readJsonBody(aRequest('{"status": 2}'), reportStatusBody, timers);
    expect(timers.waitingCount()).toBe(0);
  });
});
