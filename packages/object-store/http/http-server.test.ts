import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { presign } from "../conformance/signer";
import { startTestStore, type TestStore } from "../conformance/test-store";
import { createUploadServer } from "./http-server";

const BODY_BYTES = 5_000_000;

let store: TestStore;
let isDiskFull: boolean;
beforeEach(async () => {
  isDiskFull = false;
  store = await startTestStore({
    reportFailure: () => undefined,
    openUploadFile: async () => ({
      appendFile: () =>
        isDiskFull
          ? Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }))
          : Promise.resolve(),
      sync: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }),
  });
});
afterEach(() => store.stop());

/** Sends the head of an upload and the given part of its body; resolves once the whole response has arrived. */
async function sendUntilAnswered(url: URL, part: Buffer) {
  const socket = connect(Number(new URL(store.access.endpoint).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(`PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n`);
  socket.write(`content-length: ${BODY_BYTES}\r\n\r\n`);
  socket.write(part);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  while (!answer.endsWith("</Error>")) {
    await once(socket, "data");
  }
  return { socket, answer };
}

/** Sends the rest of the body like a client that has not read the response yet. */
async function sendRest(socket: Socket, bytes: number): Promise<"reset" | "accepted"> {
  const outcome = new Promise<"reset" | "accepted">((resolve) => {
    socket.once("error", () => resolve("reset"));
    socket.once("end", () => resolve("accepted"));
  });
  socket.write(Buffer.alloc(bytes));
  return outcome;
}

describe("a client that receives a response before it has sent its whole body", () => {
  test("can send the rest of the body if its request was rejected before the body arrived", async () => {
    const url = new URL(presign({ ...store.access, secretAccessKey: "wrong" }, { key: "x" }));
    const { socket, answer } = await sendUntilAnswered(url, Buffer.alloc(0));
    expect(answer).toMatch(/^HTTP\/1.1 403 .*connection: close/is);
    expect(await sendRest(socket, BODY_BYTES)).toBe("accepted");
  });

  test("can send the rest of the body if its request was rejected while the body was arriving", async () => {
    isDiskFull = true;
    const url = new URL(presign(store.access, { key: "x" }));
    const { socket, answer } = await sendUntilAnswered(url, Buffer.alloc(100_000));
    expect(answer).toMatch(/^HTTP\/1.1 507 .*connection: close/is);
    expect(await sendRest(socket, BODY_BYTES - 100_000)).toBe("accepted");
  });
});

test("the server does not limit how long a request takes, and idle clients keep their connection", () => {
  const { http } = createUploadServer(120_000, () => Promise.resolve());
  expect(http).toMatchObject({ requestTimeout: 0, keepAliveTimeout: 65_000, timeout: 120_000 });
});
